-- Floorplan as the lender counts it: interest on the principal that is left, by a year of 360 or 365 days, after the
-- free days, until the unit is paid off, even if it is gone by then.
alter table stock_units
  add column floorplan_cents integer check (floorplan_cents > 0),
  add column floorplan_year_days smallint check (floorplan_year_days in (360, 365)),
  add column floorplan_free_days smallint check (floorplan_free_days between 0 and 365),
  add column floorplan_paid_on date check (floorplan_paid_on >= floored_on);
-- What was shown so far: the cost as principal, a year of 365 days, interest until the vehicle left.
update stock_units set floorplan_cents = greatest(coalesce(cost_cents, 0), 1), floorplan_year_days = 365,
    floorplan_free_days = 0,
    floorplan_paid_on = case when gone_on is not null then greatest(gone_on, floored_on) end
  where floorplan_lender is not null;
do $$
declare
  rule text;
begin
  select conname into strict rule from pg_constraint where conrelid = 'stock_units'::regclass
    and contype = 'c' and pg_get_constraintdef(oid) like '%num_nulls(floorplan_lender%';
  execute format('alter table stock_units drop constraint %I', rule);
end
$$;
alter table stock_units
  add constraint stock_units_floorplan check (num_nulls(floorplan_lender, floored_on, floorplan_rate_bps,
    floorplan_cents, floorplan_year_days, floorplan_free_days) in (0, 6)),
  add check (floorplan_paid_on is null or floored_on is not null);
create index stock_units_floored on stock_units (store, floored_on)
  where floored_on is not null and floorplan_paid_on is null;

-- Parts of the principal that the lender wants before the unit is sold: due on a day, and paid on one.
create table stock_curtailments (
  id integer generated always as identity primary key,
  client_id uuid not null,
  unit_id integer not null references stock_units (id),
  cents integer not null check (cents between 1 and 200000000),
  due_on date not null,
  paid_on date,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  paid_by integer references users (id),
  check ((paid_on is null) = (paid_by is null)),
  unique (created_by, client_id)
);
create index stock_curtailments_of_unit on stock_curtailments (unit_id, due_on, id);
create index stock_curtailments_paid_by on stock_curtailments (paid_by) where paid_by is not null;

-- The principal of a unit on a day, after what was paid of it until then.
create function floorplan_balance(unit stock_units, day date) returns bigint
  language sql stable parallel safe
  return case when unit.floored_on is null or day < unit.floored_on or day >= unit.floorplan_paid_on then 0
    else greatest(0, unit.floorplan_cents - coalesce((select sum(c.cents) from stock_curtailments c
      where c.unit_id = unit.id and c.paid_on <= day), 0)) end;
-- Its interest from the first day that is not free until a day, not rounded: what is owed of the principal, each day.
create function floorplan_interest(unit stock_units, day date) returns double precision
  language sql stable parallel safe
  return case when unit.floored_on is null then 0 else
    (unit.floorplan_cents::float8 * greatest(0, least(day, unit.floorplan_paid_on)
        - (unit.floored_on + unit.floorplan_free_days))
      - coalesce((select sum(c.cents::float8 * greatest(0, least(day, unit.floorplan_paid_on)
          - greatest(c.paid_on, unit.floored_on + unit.floorplan_free_days)))
        from stock_curtailments c where c.unit_id = unit.id and c.paid_on is not null), 0))
    * unit.floorplan_rate_bps / 10000 / unit.floorplan_year_days end;
-- And what a day costs: nothing while days are free, or once it is paid off.
create function floorplan_daily(unit stock_units, day date) returns double precision
  language sql stable parallel safe
  return case when unit.floored_on is null or day < unit.floored_on + unit.floorplan_free_days then 0
    else floorplan_balance(unit, day)::float8 * unit.floorplan_rate_bps / 10000 / unit.floorplan_year_days end;

drop view stock_vehicles;
-- Each stay with the facts of its vehicle, to read from. A left join, so that who asks for no fact joins nothing.
create view stock_vehicles as
  select u.id, u.client_id, u.vehicle_id, c.vin, c.vin_reason, u.store, u.stock_number, u.stock_key,
    u.traded_for_id, c.year, c.make, c.model, c.trim, c.body, c.exterior, c.interior, u.mileage, u.condition,
    u.class, u.place, u.sale, u.gone_as, u.status, u.in_stock, u.counted_as, u.acquired_on, u.acquired_from,
    u.arrived_on, u.sold_on, u.deliver_on, u.gone_on, u.list_cents, u.msrp_cents, u.cost_cents, u.pack_cents,
    u.floorplan_lender, u.floored_on, u.floorplan_rate_bps, u.floorplan_cents, u.floorplan_year_days,
    u.floorplan_free_days, u.floorplan_paid_on, u.lot_location, u.key_tag, u.version, u.created_by,
    u.created_at, u.search_text
  from stock_units u left join vehicles c on c.id = u.vehicle_id;
