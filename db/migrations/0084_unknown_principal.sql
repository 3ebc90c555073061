-- What the lender paid for a unit is unknown as long as neither it nor the cost was entered. 0079 gave such a unit a
-- principal of one cent, as if it were known.
alter table stock_units drop constraint stock_units_floorplan;
alter table stock_units
  add constraint stock_units_floorplan check (num_nulls(floorplan_lender, floored_on, floorplan_rate_bps,
    floorplan_year_days, floorplan_free_days) in (0, 5)),
  add constraint stock_units_principal check (floorplan_cents is null or floored_on is not null);
update stock_units set floorplan_cents = nullif(cost_cents, 0) where floorplan_cents = 1;

-- Without a principal nothing is known to be owed.
create or replace function floorplan_interest(unit stock_units, day date) returns double precision
  language sql stable parallel safe
  return case when unit.floorplan_cents is null then 0 else
    (unit.floorplan_cents::float8 * greatest(0, least(day, unit.floorplan_paid_on)
        - (unit.floored_on + unit.floorplan_free_days))
      - coalesce((select sum(c.cents::float8 * greatest(0, least(day, unit.floorplan_paid_on)
          - greatest(c.paid_on, unit.floored_on + unit.floorplan_free_days)))
        from stock_curtailments c where c.unit_id = unit.id and c.paid_on is not null), 0))
    * unit.floorplan_rate_bps / 10000 / unit.floorplan_year_days end;
