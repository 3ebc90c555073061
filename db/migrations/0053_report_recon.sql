-- Cars finished, and the stages left on the way, each with what is told of it: what the figures of years are
-- reckoned from, so that nobody has to follow every car through all of its steps. Only ever derived from cars
-- and steps: of a car that changed since it is read from its steps themselves.
create table report_recon_facts (
  -- The step by which the car reached the line, or the one that was left.
  step_id integer primary key,
  vehicle_id integer not null,
  store text not null,
  condition text not null,
  make text not null,
  -- Null: the car was finished.
  stage text,
  at timestamptz not null,
  line_days integer,
  cost_cents bigint,
  stage_days double precision,
  check ((line_days is null) = (stage is not null) and (stage_days is null) = (stage is null))
);
create index report_recon_facts_by_day on report_recon_facts (at);
create index report_recon_facts_of_vehicle on report_recon_facts (vehicle_id);

-- The zone whose days they were reckoned by. No row: nothing has been noted yet.
create table report_recon_state (
  is_only boolean primary key default true check (is_only),
  zone text not null,
  folded_at timestamptz(3) not null default clock_timestamp()
);

-- Cars that changed since. Never unique, so that nobody waits for whoever moves the same car.
create table report_recon_stale (
  id bigint generated always as identity primary key,
  vehicle_id integer not null
);

create function note_stale_recon_added() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id) select distinct vehicle_id from added;
  return null;
end
$$;
create function note_stale_recon_changed() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id)
    select vehicle_id from before union select vehicle_id from after;
  return null;
end
$$;
create function note_stale_recon_gone() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id) select distinct vehicle_id from gone;
  return null;
end
$$;
create trigger vehicle_recon_steps_added_are_stale after insert on vehicle_recon_steps
  referencing new table as added for each statement execute function note_stale_recon_added();
create trigger vehicle_recon_steps_changed_are_stale after update on vehicle_recon_steps
  referencing old table as before new table as after
  for each statement execute function note_stale_recon_changed();
create trigger vehicle_recon_steps_gone_are_stale after delete on vehicle_recon_steps
  referencing old table as gone for each statement execute function note_stale_recon_gone();

-- A car that is new has no steps yet. Row by row, because of most changes the condition is all it costs.
create function note_stale_vehicle() returns trigger language plpgsql as $$
begin
  insert into report_recon_stale (vehicle_id) values (old.id);
  return null;
end
$$;
create trigger vehicles_changed_are_stale after update on vehicles for each row
  when ((old.store, old.condition, old.make, old.acquired_on)
    is distinct from (new.store, new.condition, new.make, new.acquired_on))
  execute function note_stale_vehicle();
create trigger vehicles_gone_are_stale after delete on vehicles
  for each row execute function note_stale_vehicle();

-- Also where other triggers are passed over: what is derived has to follow whatever is written.
alter table vehicle_recon_steps enable always trigger vehicle_recon_steps_added_are_stale,
  enable always trigger vehicle_recon_steps_changed_are_stale,
  enable always trigger vehicle_recon_steps_gone_are_stale;
alter table vehicles enable always trigger vehicles_changed_are_stale,
  enable always trigger vehicles_gone_are_stale;
