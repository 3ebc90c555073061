-- Money a buyer left so that a vehicle waits for them: who, how much, until when, and what became of it.
create table stock_deposits (
  id integer generated always as identity primary key,
  client_id uuid not null,
  unit_id integer not null references stock_units (id),
  -- Someone the group knows, or a name.
  customer_id integer references customers (id),
  customer_name text check (char_length(customer_name) between 1 and 100),
  cents integer check (cents between 1 and 100000000),
  -- The last day the vehicle is kept for them.
  expires_on date,
  -- Of one that was only a status before, no more is known than who set it, and when.
  check (num_nonnulls(cents, expires_on) in (0, 2)),
  check (num_nonnulls(customer_id, customer_name) = case when cents is null then 0 else 1 end),
  note text not null default '' check (char_length(note) <= 200),
  taken_by integer not null references users (id),
  taken_at timestamptz(3) not null default clock_timestamp(),
  ended_by integer references users (id),
  ended_at timestamptz(3) check (ended_at >= taken_at),
  -- Credited to the deal, paid back, or kept by the store.
  outcome text check (outcome in ('applied', 'refunded', 'kept')),
  check (num_nulls(ended_by, ended_at, outcome) in (0, 3)),
  unique (taken_by, client_id)
);
create unique index stock_deposits_open on stock_deposits (unit_id) where ended_at is null;
create index stock_deposits_of_unit on stock_deposits (unit_id, id);
create index stock_deposits_by_customer on stock_deposits (customer_id) where customer_id is not null;
create index stock_deposits_ended_by on stock_deposits (ended_by) where ended_by is not null;

insert into stock_deposits (client_id, unit_id, taken_by, taken_at)
  select gen_random_uuid(), u.id, coalesce(e.author_id, u.created_by), coalesce(e.at, u.created_at)
  from stock_units u left join lateral (
    select e.author_id, e.at from vehicle_events e
    where e.unit_id = u.id and e.kind = 'status' and e.data->>'to' = 'deposit'
    order by e.id desc limit 1) e on true
  where u.sale = 'deposit' order by u.id;

alter table vehicle_events drop constraint vehicle_events_kind_check;
alter table vehicle_events add constraint vehicle_events_kind_check check (kind in ('added', 'changed',
  'status', 'price', 'recon', 'picture_added', 'picture_removed', 'out', 'in', 'transfer_sent',
  'transfer_received', 'transfer_called_off', 'deposit_taken', 'deposit_ended', 'curtailment',
  'curtailment_paid', 'curtailment_removed'));
