-- An order is never deleted: what was written up stays, if need be as void.
create table repair_orders (
  id integer generated always as identity primary key,
  -- Its author's own id for it: sent twice, it is one.
  client_id uuid not null,
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  number text not null check (number ~ '^[A-Z]{0,2}[0-9]{3,10}[A-Z]?$'),
  customer_id integer not null references customers (id),
  -- As written up; what becomes of the car later changes nothing about this order.
  vehicle text not null check (char_length(vehicle) between 1 and 200),
  vin text check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  advisor_id integer not null references users (id),
  status text not null default 'open' check (status in
    ('open', 'in_work', 'waiting_parts', 'waiting_approval', 'completed', 'closed', 'void')),
  opened_at timestamptz(3) not null,
  promised_at timestamptz(3) check (promised_at >= opened_at),
  closed_at timestamptz(3) check (closed_at >= opened_at),
  check ((closed_at is not null) = (status in ('closed', 'void'))),
  miles_in integer check (miles_in between 0 and 2000000),
  miles_out integer check (miles_out between 0 and 2000000),
  note text not null default '' check (char_length(note) <= 2000),
  version integer not null default 1,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default now(),
  is_open boolean not null generated always as (status not in ('closed', 'void')) stored,
  unique (created_by, client_id),
  unique (store, number)
);
create index repair_orders_by_day on repair_orders (opened_at desc, id desc);
create index repair_orders_open on repair_orders (opened_at desc, id desc) where is_open;
create index repair_orders_closed on repair_orders (store, closed_at) where closed_at is not null;
create index repair_orders_by_customer on repair_orders (customer_id, opened_at desc);
create index repair_orders_by_advisor on repair_orders (advisor_id, opened_at desc);
create index repair_orders_by_number on repair_orders (number);
create index repair_orders_by_vin on repair_orders (vin) where vin is not null;
create index repair_orders_by_last_eight on repair_orders (right(vin, 8)) where vin is not null;

create table repair_order_lines (
  id integer generated always as identity primary key,
  repair_order_id integer not null references repair_orders (id),
  position smallint not null check (position between 1 and 100),
  pay_type text not null check (pay_type in ('customer', 'warranty', 'internal')),
  op_code text not null default '' check (char_length(op_code) <= 20),
  complaint text not null check (char_length(complaint) between 1 and 1000),
  cause text not null default '' check (char_length(cause) <= 1000),
  correction text not null default '' check (char_length(correction) <= 1000),
  technician_id integer references users (id),
  -- Hundredths of an hour.
  hours_flagged integer not null default 0 check (hours_flagged between 0 and 10000),
  hours_actual integer not null default 0 check (hours_actual between 0 and 10000),
  labor_sale_cents integer not null default 0 check (labor_sale_cents between 0 and 10000000),
  labor_cost_cents integer not null default 0 check (labor_cost_cents between 0 and 10000000),
  parts_sale_cents integer not null default 0 check (parts_sale_cents between 0 and 10000000),
  parts_cost_cents integer not null default 0 check (parts_cost_cents between 0 and 10000000),
  declined boolean not null default false,
  unique (repair_order_id, position) deferrable initially deferred
);
create index repair_order_lines_by_technician on repair_order_lines (technician_id)
  where technician_id is not null;

create table repair_order_events (
  id bigint generated always as identity primary key,
  repair_order_id integer not null references repair_orders (id),
  kind text not null check (kind in ('opened', 'changed', 'lines', 'status')),
  author_id integer not null references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  data jsonb not null default '{}'
);
create index repair_order_events_of_order on repair_order_events (repair_order_id, id);
create index repair_order_events_by_author on repair_order_events (author_id);

create function refuse_to_rewrite_repair_orders() returns trigger language plpgsql as $$
begin
  raise exception 'What happened to a repair order is only ever added to';
end
$$;
create trigger repair_order_events_are_never_rewritten before update or delete on repair_order_events
  for each row execute function refuse_to_rewrite_repair_orders();
create trigger repair_orders_are_never_deleted before delete on repair_orders
  for each row execute function refuse_to_rewrite_repair_orders();

-- The last number given out in each store.
create table repair_order_counters (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  last integer not null
);
