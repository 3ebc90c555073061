-- Closed repair orders added up by day, so that years of them are reckoned at once. Only ever derived from the
-- orders: a day that changed since counts as stale, and stale days are read from the orders themselves.
create table report_service_days (
  -- What the row is told apart by beside its store and day.
  cut text not null check (cut in
    ('whole', 'advisor', 'technician', 'pay_type', 'advisor_pay_type', 'technician_pay_type')),
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  day date not null,
  -- 0 where the row is not told apart by it; of technicians -1: nobody. People are kept for all time, and
  -- their ids here refer to nothing.
  advisor_id integer not null,
  technician_id integer not null,
  pay_type text not null check (pay_type in ('', 'customer', 'warranty', 'internal')),
  orders integer not null,
  customer_orders integer not null,
  warranty_orders integer not null,
  internal_orders integer not null,
  one_line_orders integer not null,
  open_ms bigint not null,
  lines integer not null,
  declined_lines integer not null,
  -- Hundredths of an hour.
  hours_flagged bigint not null,
  hours_actual bigint not null,
  labor_sale_cents bigint not null,
  labor_cost_cents bigint not null,
  parts_sale_cents bigint not null,
  parts_cost_cents bigint not null,
  customer_labor_cents bigint not null,
  customer_parts_cents bigint not null,
  primary key (cut, store, day, advisor_id, technician_id, pay_type)
);

-- The zone the days above are days of. No row: nothing has been added up yet.
create table report_service_state (
  is_only boolean primary key default true check (is_only),
  zone text not null,
  folded_at timestamptz(3) not null default clock_timestamp()
);

-- When orders were closed that changed since. Instants and not days, so that they hold in every zone; never
-- unique, so that nobody waits for whoever closes an order at the same moment.
create table report_service_stale (
  id bigint generated always as identity primary key,
  store text not null,
  closed_at timestamptz(3) not null
);

create function note_stale_orders_added() returns trigger language plpgsql as $$
begin
  insert into report_service_stale (store, closed_at)
    select distinct store, closed_at from added where closed_at is not null;
  return null;
end
$$;
create function note_stale_orders_changed() returns trigger language plpgsql as $$
begin
  insert into report_service_stale (store, closed_at)
    select distinct told.store, told.closed_at
    from before join after using (id)
    cross join lateral (values (before.store, before.closed_at), (after.store, after.closed_at))
      as told (store, closed_at)
    where told.closed_at is not null
      and (before.store, before.advisor_id, before.status, before.opened_at, before.closed_at)
        is distinct from
        (after.store, after.advisor_id, after.status, after.opened_at, after.closed_at);
  return null;
end
$$;
create function note_stale_orders_gone() returns trigger language plpgsql as $$
begin
  insert into report_service_stale (store, closed_at)
    select distinct store, closed_at from gone where closed_at is not null;
  return null;
end
$$;
create trigger repair_orders_added_are_stale after insert on repair_orders
  referencing new table as added for each statement execute function note_stale_orders_added();
create trigger repair_orders_changed_are_stale after update on repair_orders
  referencing old table as before new table as after
  for each statement execute function note_stale_orders_changed();
create trigger repair_orders_gone_are_stale after delete on repair_orders
  referencing old table as gone for each statement execute function note_stale_orders_gone();

-- Locks the orders whose lines these are before it asks whether they are closed: whoever closes one of them
-- at this moment is waited for, and would otherwise be missed by both. Orders that are gone told it themselves.
create function note_stale_lines(ids integer[]) returns void language plpgsql as $$
begin
  insert into report_service_stale (store, closed_at)
    with held as materialized (
      select o.store, o.closed_at from repair_orders o where o.id = any(ids) order by o.id for share)
    select distinct store, closed_at from held where closed_at is not null;
end
$$;
create function note_stale_lines_added() returns trigger language plpgsql as $$
begin
  perform note_stale_lines(array(select distinct repair_order_id from added));
  return null;
end
$$;
create function note_stale_lines_changed() returns trigger language plpgsql as $$
begin
  perform note_stale_lines(array(
    select repair_order_id from before union select repair_order_id from after));
  return null;
end
$$;
create function note_stale_lines_gone() returns trigger language plpgsql as $$
begin
  perform note_stale_lines(array(select distinct repair_order_id from gone));
  return null;
end
$$;
create trigger repair_order_lines_added_are_stale after insert on repair_order_lines
  referencing new table as added for each statement execute function note_stale_lines_added();
create trigger repair_order_lines_changed_are_stale after update on repair_order_lines
  referencing old table as before new table as after
  for each statement execute function note_stale_lines_changed();
create trigger repair_order_lines_gone_are_stale after delete on repair_order_lines
  referencing old table as gone for each statement execute function note_stale_lines_gone();

-- Also where other triggers are passed over: what is derived has to follow whatever is written.
alter table repair_orders enable always trigger repair_orders_added_are_stale,
  enable always trigger repair_orders_changed_are_stale,
  enable always trigger repair_orders_gone_are_stale;
alter table repair_order_lines enable always trigger repair_order_lines_added_are_stale,
  enable always trigger repair_order_lines_changed_are_stale,
  enable always trigger repair_order_lines_gone_are_stale;
