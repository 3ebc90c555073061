-- A deal is never deleted: what was written stays, if need be as canceled.
create table deals (
  id integer generated always as identity primary key,
  -- Its author's own id for it: sent twice, it is one.
  client_id uuid not null,
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  number text not null check (number ~ '^[A-Z]{0,2}[0-9]{3,10}[A-Z]?$'),
  type text not null default 'retail'
    check (type in ('retail', 'lease', 'fleet', 'wholesale', 'dealer_trade')),
  condition text not null check (condition in ('new', 'used', 'cpo')),
  customer_id integer not null references customers (id),
  vehicle_id integer references vehicles (id),
  -- As sold; what becomes of the car later changes nothing about this deal.
  vehicle text not null check (char_length(vehicle) between 1 and 200),
  vin text check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  stock_number text not null default '' check (char_length(stock_number) <= 20),
  -- As people write it anywhere: without hyphens.
  stock_key text not null generated always as (upper(replace(stock_number, '-', ''))) stored,
  salesperson_id integer not null references users (id),
  second_salesperson_id integer references users (id)
    check (second_salesperson_id <> salesperson_id),
  finance_manager_id integer references users (id),
  status text not null default 'open'
    check (status in ('open', 'signed', 'delivered', 'funded', 'canceled')),
  opened_at timestamptz(3) not null,
  -- Days of the group's calendar; a deal undone has none, so that no figure counts it.
  signed_on date,
  delivered_on date,
  funded_on date,
  check ((signed_on is not null) = (status in ('signed', 'delivered', 'funded'))),
  check ((delivered_on is not null) = (status in ('delivered', 'funded'))),
  check ((funded_on is not null) = (status = 'funded')),
  miles_at_delivery integer check (miles_at_delivery between 0 and 2000000),
  method text not null default 'cash' check (method in ('cash', 'finance', 'lease')),
  lender text not null default '' check (char_length(lender) <= 100),
  -- Hundredths of a percent a year.
  rate integer check (rate between 0 and 4000),
  term_months smallint check (term_months between 1 and 120),
  price_cents integer not null default 0 check (price_cents between 0 and 100000000),
  fees_cents integer not null default 0 check (fees_cents between 0 and 100000000),
  tax_cents integer not null default 0 check (tax_cents between 0 and 100000000),
  rebate_cents integer not null default 0 check (rebate_cents between 0 and 100000000),
  down_cents integer not null default 0 check (down_cents between 0 and 100000000),
  -- Zero where nobody has said yet what the car cost.
  cost_cents integer not null default 0 check (cost_cents between 0 and 100000000),
  recon_cents integer not null default 0 check (recon_cents between 0 and 100000000),
  pack_cents integer not null default 0 check (pack_cents between 0 and 100000000),
  reserve_cents integer not null default 0 check (reserve_cents between 0 and 100000000),
  trade_vehicle text check (char_length(trade_vehicle) between 1 and 200),
  trade_vin text check (trade_vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  trade_miles integer check (trade_miles between 0 and 2000000),
  trade_allowance_cents integer check (trade_allowance_cents between 0 and 100000000),
  trade_payoff_cents integer check (trade_payoff_cents between 0 and 100000000),
  trade_acv_cents integer check (trade_acv_cents between 0 and 100000000),
  check (num_nulls(trade_vehicle, trade_allowance_cents, trade_payoff_cents) in (0, 3)),
  check (trade_vehicle is not null or num_nonnulls(trade_vin, trade_miles, trade_acv_cents) = 0),
  -- The trade as a car of the stock, once it was taken in.
  trade_vehicle_id integer references vehicles (id),
  check (trade_vehicle_id is null or trade_vehicle is not null),
  -- Of its products, written with them.
  product_count smallint not null default 0,
  products_cents integer not null default 0,
  products_gross_cents integer not null default 0,
  note text not null default '' check (char_length(note) <= 2000),
  version integer not null default 1,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default now(),
  -- Not with the buyer yet.
  is_open boolean not null generated always as (status in ('open', 'signed')) stored,
  is_sold boolean not null generated always as
    (status in ('signed', 'delivered', 'funded')) stored,
  -- Counts as a unit sold to somebody who drives it.
  is_retail boolean not null generated always as (type in ('retail', 'lease')) stored,
  -- Every car costs something: without its cost nothing is said to be earned.
  front_cents integer not null generated always as (
    case when cost_cents = 0 then 0
    else price_cents - cost_cents - recon_cents - pack_cents
      - coalesce(trade_allowance_cents - trade_acv_cents, 0) end) stored,
  back_cents integer not null generated always as (reserve_cents + products_gross_cents) stored,
  unique (created_by, client_id),
  unique (store, number)
);
-- A car that came back in trade may be sold again, once its first sale is paid for.
create unique index deals_one_of_a_car on deals (vehicle_id)
  where status in ('open', 'signed', 'delivered');
create index deals_by_day on deals (opened_at desc, id desc);
create index deals_open on deals (opened_at desc, id desc) where is_open;
create index deals_in_transit on deals (opened_at desc, id desc) where status = 'delivered';
create index deals_signed on deals (store, signed_on) where signed_on is not null;
create index deals_delivered on deals (store, delivered_on) where delivered_on is not null;
create index deals_by_customer on deals (customer_id, opened_at desc);
create index deals_by_salesperson on deals (salesperson_id, opened_at desc);
create index deals_by_second_salesperson on deals (second_salesperson_id, opened_at desc)
  where second_salesperson_id is not null;
create index deals_by_finance_manager on deals (finance_manager_id, opened_at desc)
  where finance_manager_id is not null;
create index deals_by_vehicle on deals (vehicle_id, opened_at desc) where vehicle_id is not null;
create index deals_by_trade on deals (trade_vehicle_id) where trade_vehicle_id is not null;
create index deals_by_number on deals (number);
create index deals_by_stock_key on deals (stock_key) where stock_key <> '';
create index deals_by_vin on deals (vin) where vin is not null;
create index deals_by_last_eight on deals (right(vin, 8)) where vin is not null;
create index deals_by_trade_vin on deals (trade_vin) where trade_vin is not null;
create index deals_by_words on deals using gin (folded(vehicle) gin_trgm_ops)
  with (fastupdate = off);

create table deal_products (
  id integer generated always as identity primary key,
  deal_id integer not null references deals (id),
  position smallint not null check (position between 1 and 20),
  kind text not null check (kind in ('service_contract', 'gap', 'maintenance', 'tire_wheel',
    'appearance', 'theft', 'key', 'other')),
  provider text not null default '' check (char_length(provider) <= 100),
  price_cents integer not null check (price_cents between 0 and 100000000),
  -- Null where nobody has said yet; it then earns nothing.
  cost_cents integer check (cost_cents between 0 and 100000000),
  unique (deal_id, position) deferrable initially deferred
);

-- What is still owed to the buyer, in writing.
create table deal_due_bills (
  id integer generated always as identity primary key,
  deal_id integer not null references deals (id),
  position smallint not null check (position between 1 and 30),
  what text not null check (char_length(what) between 1 and 200),
  done_at timestamptz(3),
  done_by integer references users (id),
  check ((done_at is null) = (done_by is null)),
  unique (deal_id, position) deferrable initially deferred
);
create index deal_due_bills_owed on deal_due_bills (deal_id) where done_at is null;
create index deal_due_bills_done_by on deal_due_bills (done_by) where done_by is not null;

create table deal_events (
  id bigint generated always as identity primary key,
  deal_id integer not null references deals (id),
  kind text not null check (kind in ('written', 'changed', 'parts', 'status', 'due_bill')),
  author_id integer not null references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  data jsonb not null default '{}'
);
create index deal_events_of_deal on deal_events (deal_id, id);
create index deal_events_by_author on deal_events (author_id);

create function refuse_to_rewrite_deals() returns trigger language plpgsql as $$
begin
  raise exception 'What happened to a deal is only ever added to';
end
$$;
create trigger deal_events_are_never_rewritten before update or delete on deal_events
  for each row execute function refuse_to_rewrite_deals();
create trigger deal_events_are_never_emptied before truncate on deal_events
  for each statement execute function refuse_to_rewrite_deals();
create trigger deals_are_never_deleted before delete on deals
  for each row execute function refuse_to_rewrite_deals();

-- The last number given out in each store.
create table deal_counters (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  last integer not null
);
