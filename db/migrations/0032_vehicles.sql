-- Two open check-outs of one car, or of one plate, must not even be possible.
create extension if not exists btree_gist;

create table vehicles (
  id integer generated always as identity primary key,
  -- Given by whoever adds it: sent twice, it is one.
  client_id uuid not null,
  vin text not null unique check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  -- Why it counts although its check digit does not fit.
  vin_reason text check (char_length(vin_reason) between 1 and 200),
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  stock_number text not null check (stock_number ~ '^[A-Z0-9][A-Z0-9-]{2,15}$'),
  -- As people write it anywhere: without hyphens.
  stock_key text not null generated always as (replace(stock_number, '-', '')) stored,
  -- The car this one was taken in trade for.
  traded_for_id integer references vehicles (id),
  year smallint not null check (year between 1900 and 2100),
  make text not null check (char_length(make) between 1 and 40),
  model text not null check (char_length(model) between 1 and 60),
  trim text not null default '' check (char_length(trim) <= 60),
  body text not null default '' check (char_length(body) <= 40),
  exterior text not null default '' check (char_length(exterior) <= 40),
  interior text not null default '' check (char_length(interior) <= 40),
  mileage integer not null check (mileage between 0 and 2000000),
  condition text not null check (condition in ('new', 'used', 'cpo')),
  status text not null check (status in ('in_transit', 'received', 'acquired', 'recon', 'frontline',
    'hold', 'deposit', 'sold', 'delivered', 'wholesale', 'transferred')),
  acquired_on date not null,
  acquired_from text not null
    check (acquired_from in ('trade', 'auction', 'purchase', 'factory', 'transfer')),
  gone_on date,
  list_cents integer check (list_cents > 0),
  msrp_cents integer check (msrp_cents > 0),
  cost_cents integer check (cost_cents >= 0),
  pack_cents integer not null default 0 check (pack_cents >= 0),
  floorplan_lender text check (char_length(floorplan_lender) between 1 and 60),
  floored_on date,
  -- Interest a year in hundredths of a percent.
  floorplan_rate_bps integer check (floorplan_rate_bps between 0 and 5000),
  check (num_nulls(floorplan_lender, floored_on, floorplan_rate_bps) in (0, 3)),
  lot_location text not null default '' check (char_length(lot_location) <= 40),
  key_tag text not null default '' check (char_length(key_tag) <= 20),
  version integer not null default 1,
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  in_stock boolean not null generated always as
    (status not in ('delivered', 'wholesale', 'transferred')) stored,
  -- A line for each field, as in `users`; all of it in the form people type.
  search_text text not null generated always as (folded(
    stock_number || E'\n' || replace(stock_number, '-', '') || E'\n' || vin || E'\n' || year::text || ' '
    || make || ' ' || model || ' ' || trim || ' ' || body || ' ' || exterior
    || E'\n' || lot_location || E'\n' || key_tag)) stored,
  unique (created_by, client_id),
  unique (store, stock_key)
);
create index vehicles_traded_for on vehicles (traded_for_id) where traded_for_id is not null;
create index vehicles_by_stock_key on vehicles (stock_key);
create index vehicles_by_last_eight on vehicles (right(vin, 8));
create index vehicles_by_age on vehicles (in_stock, acquired_on, id);
create index vehicles_by_acquisition on vehicles (acquired_on, id);
create index vehicles_by_price on vehicles (in_stock, coalesce(list_cents, 0), id);
create index vehicles_by_cost on vehicles (in_stock, coalesce(cost_cents, 0), id);
create index vehicles_by_number on vehicles (in_stock, stock_key collate "C", id);
create index vehicles_by_search_text on vehicles using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

-- The last number given out of each kind: `FN26` of the Ford store's new cars of 2026.
create table vehicle_stock_counters (
  prefix text primary key,
  last integer not null
);

-- What happened to a car, who did it and when.
create table vehicle_events (
  id bigint generated always as identity primary key,
  vehicle_id integer not null references vehicles (id),
  kind text not null check (kind in ('added', 'changed', 'status', 'price', 'recon', 'picture_added',
    'picture_removed', 'out', 'in')),
  author_id integer not null references users (id),
  at timestamptz not null default clock_timestamp(),
  data jsonb not null default '{}'
);
create index vehicle_events_of_vehicle on vehicle_events (vehicle_id, id);
create index vehicle_events_by_author on vehicle_events (author_id);

create function refuse_to_rewrite_vehicle_events() returns trigger language plpgsql as $$
begin
  raise exception 'What happened to a car is only ever added to';
end
$$;
create trigger vehicle_events_are_never_rewritten before update or delete on vehicle_events
  for each row execute function refuse_to_rewrite_vehicle_events();
create trigger vehicle_events_are_never_emptied before truncate on vehicle_events
  for each statement execute function refuse_to_rewrite_vehicle_events();

create table vehicle_pictures (
  id uuid primary key,
  vehicle_id integer not null references vehicles (id),
  storage_key uuid not null unique,
  etag text not null,
  width integer not null,
  height integer not null,
  size_bytes integer not null,
  position integer not null,
  created_by integer not null references users (id),
  created_at timestamptz not null default now()
);
create index vehicle_pictures_of_vehicle on vehicle_pictures (vehicle_id, position, id);
create index vehicle_pictures_by_author on vehicle_pictures (created_by);

-- Bytes no picture stands for: on their way in, or to be dropped.
create table vehicle_loose_files (
  storage_key uuid primary key,
  since timestamptz not null default now()
);

-- A car's way through reconditioning; the open one is where it is now.
create table vehicle_recon_steps (
  id integer generated always as identity primary key,
  vehicle_id integer not null references vehicles (id),
  stage text not null check (stage in ('intake', 'inspection', 'approval', 'mechanical', 'body',
    'detail', 'photos', 'frontline')),
  entered_at timestamptz not null default clock_timestamp(),
  entered_by integer not null references users (id),
  left_at timestamptz check (left_at >= entered_at),
  owner_id integer references users (id),
  estimate_cents integer check (estimate_cents >= 0),
  actual_cents integer check (actual_cents >= 0),
  version integer not null default 1
);
create index vehicle_recon_steps_of_vehicle on vehicle_recon_steps (vehicle_id, id);
create unique index vehicle_recon_steps_open on vehicle_recon_steps (vehicle_id) where left_at is null;
create index vehicle_recon_steps_done on vehicle_recon_steps (entered_at) where stage = 'frontline';
create index vehicle_recon_steps_by_owner on vehicle_recon_steps (owner_id) where owner_id is not null;
create index vehicle_recon_steps_by_author on vehicle_recon_steps (entered_by);

create table dealer_plates (
  id integer generated always as identity primary key,
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  number text not null unique check (number ~ '^[A-Z0-9][A-Z0-9-]{1,9}$'),
  created_by integer not null references users (id),
  created_at timestamptz not null default now()
);
create index dealer_plates_by_author on dealer_plates (created_by);

-- Who had a car, and which plate was on it. Without `in_at` it is out now.
create table vehicle_outings (
  id integer generated always as identity primary key,
  client_id uuid not null,
  vehicle_id integer not null references vehicles (id),
  -- The store that lent it, whoever has the car later.
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  kind text not null check (kind in ('loaner', 'demo', 'test_drive', 'employee', 'service_move')),
  plate_id integer references dealer_plates (id),
  -- Somebody of the house, or a name.
  holder_id integer references users (id),
  holder_name text not null check (char_length(holder_name) between 1 and 100),
  holder_phone text not null default '' check (char_length(holder_phone) <= 30),
  license_last_four text check (license_last_four ~ '^[A-Z0-9]{4}$'),
  repair_order text not null default '' check (char_length(repair_order) <= 20),
  out_at timestamptz not null default clock_timestamp(),
  due_at timestamptz not null,
  in_at timestamptz,
  miles_out integer not null check (miles_out between 0 and 2000000),
  miles_in integer check (miles_in >= miles_out and miles_in <= 2000000),
  -- In eighths.
  fuel_out smallint not null check (fuel_out between 0 and 8),
  fuel_in smallint check (fuel_in between 0 and 8),
  data_wiped boolean,
  note text not null default '' check (char_length(note) <= 500),
  out_by integer not null references users (id),
  in_by integer references users (id),
  check (due_at > out_at),
  check (num_nulls(in_at, miles_in, fuel_in, data_wiped, in_by) in (0, 5)),
  unique (out_by, client_id),
  constraint vehicle_outings_one_of_a_car
    exclude using gist (vehicle_id with =, tstzrange(out_at, in_at) with &&),
  constraint vehicle_outings_one_of_a_plate
    exclude using gist (plate_id with =, tstzrange(out_at, in_at) with &&)
);
create index vehicle_outings_of_vehicle on vehicle_outings (vehicle_id, out_at);
create index vehicle_outings_of_plate on vehicle_outings (plate_id, out_at);
create index vehicle_outings_open on vehicle_outings (due_at) where in_at is null;
create index vehicle_outings_by_holder on vehicle_outings (holder_id) where holder_id is not null;
create index vehicle_outings_in_by on vehicle_outings (in_by) where in_by is not null;

-- What the managers have been told of, so that it is told once.
create table vehicle_alerts (
  vehicle_id integer not null references vehicles (id),
  fact text not null check (char_length(fact) <= 60),
  told_at timestamptz not null default now(),
  primary key (vehicle_id, fact)
);

-- Which columns somebody wants to see in the list of the stock.
create table vehicle_columns (
  user_id integer primary key references users (id),
  columns text[] not null
);
