-- A vehicle is a VIN and its facts; a stock unit is one stay of it in stock, from acquisition until it is gone. What
-- was one record becomes a vehicle with one unit. The unit keeps the id, so that links, mentions, deals and leads go
-- on meaning the stay they meant.
alter table vehicles rename to stock_units;
alter sequence vehicles_id_seq rename to stock_units_id_seq;
do $$
declare
  named record;
begin
  for named in select conname as name from pg_constraint
    where conrelid = 'stock_units'::regclass and conname like 'vehicles\_%'
  loop
    execute format('alter table stock_units rename constraint %I to %I', named.name,
      replace(named.name, 'vehicles_', 'stock_units_'));
  end loop;
  for named in select c.relname as name from pg_index i join pg_class c on c.oid = i.indexrelid
    where i.indrelid = 'stock_units'::regclass and c.relname like 'vehicles\_%'
  loop
    execute format('alter index %I rename to %I', named.name,
      replace(named.name, 'vehicles_', 'stock_units_'));
  end loop;
end
$$;
drop trigger vehicles_changed_are_stale on stock_units;
alter trigger vehicles_gone_are_stale on stock_units rename to stock_units_gone_are_stale;

create table vehicles (
  id integer generated always as identity primary key,
  vin text not null unique check (vin ~ '^[A-HJ-NPR-Z0-9]{17}$'),
  -- Why it counts although its check digit does not fit.
  vin_reason text check (char_length(vin_reason) between 1 and 200),
  year smallint not null check (year between 1900 and 2100),
  make text not null check (char_length(make) between 1 and 40),
  model text not null check (char_length(model) between 1 and 60),
  trim text not null default '' check (char_length(trim) <= 60),
  body text not null default '' check (char_length(body) <= 40),
  exterior text not null default '' check (char_length(exterior) <= 40),
  interior text not null default '' check (char_length(interior) <= 40),
  created_at timestamptz not null default now()
);
create index vehicles_by_last_eight on vehicles (right(vin, 8));
insert into vehicles (vin, vin_reason, year, make, model, trim, body, exterior, interior, created_at)
  select vin, vin_reason, year, make, model, trim, body, exterior, interior, created_at
  from stock_units order by id;

alter table stock_units
  add column vehicle_id integer references vehicles (id),
  -- What the store uses it for. Only retail units are for sale and age.
  add column class text not null default 'retail'
    check (class in ('retail', 'loaner', 'demo', 'company')),
  -- Where it is on its way to the line; it stays known while the unit is sold, and afterwards.
  add column place text
    check (place in ('in_transit', 'received', 'acquired', 'recon', 'frontline', 'hold')),
  -- Whether a buyer has it, wherever it is.
  add column sale text check (sale in ('deposit', 'sold')),
  -- How it left.
  add column gone_as text check (gone_as in ('delivered', 'wholesale', 'transferred')),
  -- The first day it was not in transit.
  add column arrived_on date,
  add column sold_on date,
  -- When the buyer is promised it.
  add column deliver_on date;

-- A day of an instant is the group's. The last place its history names counts; a vehicle that was sold, or is gone, had
-- one before.
create function day_of_group(instant timestamptz) returns date language sql stable
  return (instant at time zone coalesce((select value #>> '{}' from organization_settings where name = 'timezone'),
    'America/Los_Angeles'))::date;
update stock_units u
  set vehicle_id = c.id,
    place = case when u.status in ('in_transit', 'received', 'acquired', 'recon', 'frontline', 'hold')
      then u.status else coalesce(nullif((
        select coalesce(e.data->>'to', e.data->>'status') from vehicle_events e
        where e.vehicle_id = u.id and (e.kind = 'added' or e.kind = 'status' and e.data->>'to'
          in ('in_transit', 'received', 'acquired', 'recon', 'frontline', 'hold'))
        order by e.id desc limit 1), 'in_transit'), 'frontline') end,
    sale = case u.status when 'delivered' then 'sold' when 'sold' then 'sold'
      when 'deposit' then 'deposit' end,
    gone_as = case when u.status in ('delivered', 'wholesale', 'transferred') then u.status end,
    sold_on = case when u.status in ('sold', 'delivered') then coalesce(
      (select max(d.signed_on) from deals d where d.vehicle_id = u.id and d.is_sold),
      (select day_of_group(max(e.at)) from vehicle_events e
        where e.vehicle_id = u.id and e.kind = 'status' and e.data->>'to' = 'sold'),
      u.gone_on, u.acquired_on) end
  from vehicles c where c.vin = u.vin;
update stock_units u set arrived_on = coalesce(
    (select day_of_group(max(e.at)) from vehicle_events e where e.vehicle_id = u.id and e.kind = 'status'
      and e.data->>'from' = 'in_transit'), acquired_on)
  where place <> 'in_transit';
drop function day_of_group;

alter table stock_units drop column search_text;
alter table stock_units drop column in_stock;
alter table stock_units drop column status;
alter table stock_units
  drop column vin, drop column vin_reason, drop column year, drop column make, drop column model,
  drop column trim, drop column body, drop column exterior, drop column interior;
alter table stock_units
  alter column vehicle_id set not null,
  alter column place set not null,
  -- What people say it is: gone, else sold or on deposit, else where it is.
  add column status text not null generated always as (coalesce(gone_as, sale, place)) stored,
  add column in_stock boolean not null generated always as (gone_as is null) stored,
  -- What it counts as while it is in stock. Each unit counts once.
  add column counted_as text generated always as (case
    when gone_as is not null then null
    when sale is not distinct from 'sold' then 'sold'
    when class <> 'retail' then 'loaner'
    when place = 'in_transit' then 'in_transit'
    else 'on_ground' end) stored,
  add column search_text text not null default '',
  add check (gone_as is distinct from 'delivered' or sale is not distinct from 'sold'),
  add check ((sold_on is null) = (sale is distinct from 'sold')),
  add check (deliver_on is null or sale is not distinct from 'sold');

create index stock_units_of_vehicle on stock_units (vehicle_id, id);
-- A vehicle is in stock once.
create unique index stock_units_one_in_stock on stock_units (vehicle_id) where gone_as is null;
create index stock_units_by_age on stock_units (in_stock, acquired_on, id);
create index stock_units_by_price on stock_units (in_stock, coalesce(list_cents, 0), id);
create index stock_units_by_cost on stock_units (in_stock, coalesce(cost_cents, 0), id);
create index stock_units_by_number on stock_units (in_stock, stock_key collate "C", id);

-- Found by its number, place and key, and by everything about its vehicle: a line for each, in the form people type.
create function set_stock_search_text() returns trigger language plpgsql as $$
begin
  select folded(new.stock_number || E'\n' || replace(new.stock_number, '-', '') || E'\n' || c.vin || E'\n'
      || c.year::text || ' ' || c.make || ' ' || c.model || ' ' || c.trim || ' ' || c.body || ' ' || c.exterior
      || E'\n' || new.lot_location || E'\n' || new.key_tag)
    into strict new.search_text from vehicles c where c.id = new.vehicle_id;
  return new;
end
$$;
create trigger stock_units_search_text
  before insert or update of vehicle_id, stock_number, lot_location, key_tag on stock_units
  for each row execute function set_stock_search_text();
create function note_vehicle_changed() returns trigger language plpgsql as $$
begin
  update stock_units set stock_number = stock_number where vehicle_id = new.id;
  if old.make <> new.make then
    insert into report_recon_stale (vehicle_id) select id from stock_units where vehicle_id = new.id;
  end if;
  return null;
end
$$;
create trigger vehicles_changed after update on vehicles for each row
  when ((old.vin, old.year, old.make, old.model, old.trim, old.body, old.exterior)
    is distinct from (new.vin, new.year, new.make, new.model, new.trim, new.body, new.exterior))
  execute function note_vehicle_changed();
create trigger stock_units_changed_are_stale after update on stock_units for each row
  when ((old.store, old.condition, old.acquired_on, old.vehicle_id)
    is distinct from (new.store, new.condition, new.acquired_on, new.vehicle_id))
  execute function note_stale_vehicle();
-- Also where other triggers are passed over: what is derived has to follow whatever is written.
alter table stock_units enable always trigger stock_units_search_text,
  enable always trigger stock_units_changed_are_stale;
alter table vehicles enable always trigger vehicles_changed;
update stock_units set stock_number = stock_number;
create index stock_units_by_search_text on stock_units using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

-- What happens to a vehicle in the stock happens in one stay.
alter table vehicle_events rename column vehicle_id to unit_id;
alter table vehicle_pictures rename column vehicle_id to unit_id;
alter table vehicle_recon_steps rename column vehicle_id to unit_id;
alter table vehicle_outings rename column vehicle_id to unit_id;
alter table vehicle_transfers rename column vehicle_id to unit_id;
alter table vehicle_alerts rename column vehicle_id to unit_id;
alter table lot_walk_sightings rename column vehicle_id to unit_id;
alter table lot_walk_missing rename column vehicle_id to unit_id;

create or replace function note_stale_recon_added() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id) select distinct unit_id from added;
  return null;
end
$$;
create or replace function note_stale_recon_changed() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id)
    select unit_id from before union select unit_id from after;
  return null;
end
$$;
create or replace function note_stale_recon_gone() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id) select distinct unit_id from gone;
  return null;
end
$$;

-- Each stay with the facts of its vehicle, to read from. A left join, so that who asks for no fact joins nothing.
create view stock_vehicles as
  select u.id, u.client_id, u.vehicle_id, c.vin, c.vin_reason, u.store, u.stock_number, u.stock_key,
    u.traded_for_id, c.year, c.make, c.model, c.trim, c.body, c.exterior, c.interior, u.mileage, u.condition,
    u.class, u.place, u.sale, u.gone_as, u.status, u.in_stock, u.counted_as, u.acquired_on, u.acquired_from,
    u.arrived_on, u.sold_on, u.deliver_on, u.gone_on, u.list_cents, u.msrp_cents, u.cost_cents, u.pack_cents,
    u.floorplan_lender, u.floored_on, u.floorplan_rate_bps, u.lot_location, u.key_tag, u.version, u.created_by,
    u.created_at, u.search_text
  from stock_units u left join vehicles c on c.id = u.vehicle_id;

do $$
declare
  fn regprocedure;
begin
  for fn in
    select p.oid from pg_proc p where p.pronamespace = current_schema()::regnamespace
      and p.proname in ('set_stock_search_text', 'note_vehicle_changed', 'note_stale_recon_added',
        'note_stale_recon_changed', 'note_stale_recon_gone')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', fn, current_schema());
  end loop;
end
$$;
