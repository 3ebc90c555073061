-- Somebody goes through the lot of a store and ticks off which cars stand there.
create table lot_walks (
  id integer generated always as identity primary key,
  client_id uuid not null,
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  started_by integer not null references users (id),
  started_at timestamptz(3) not null default clock_timestamp(),
  ended_by integer references users (id),
  ended_at timestamptz(3) check (ended_at >= started_at),
  check (num_nulls(ended_by, ended_at) in (0, 2)),
  unique (started_by, client_id)
);
-- Two who walk one lot walk it together.
create unique index lot_walks_open on lot_walks (store) where ended_at is null;
create index lot_walks_ended on lot_walks (store, ended_at);
create index lot_walks_ended_by on lot_walks (ended_by) where ended_by is not null;

create table lot_walk_sightings (
  id integer generated always as identity primary key,
  -- Given by the phone: one that was out of reach sends it again.
  client_id uuid not null,
  walk_id integer not null references lot_walks (id),
  -- As it was read or typed, and the car it means, where there is one.
  code text not null check (char_length(code) between 1 and 40),
  vehicle_id integer references vehicles (id),
  -- What the car was at that moment, whatever becomes of it.
  finding text not null check (finding in ('here', 'elsewhere', 'gone', 'unknown')),
  place text not null default '' check (char_length(place) <= 40),
  seen_by integer not null references users (id),
  seen_at timestamptz(3) not null,
  check ((vehicle_id is null) = (finding = 'unknown')),
  unique (seen_by, client_id)
);
create index lot_walk_sightings_of_walk on lot_walk_sightings (walk_id, vehicle_id, seen_at);
create index lot_walk_sightings_of_vehicle on lot_walk_sightings (vehicle_id)
  where vehicle_id is not null;

-- What was not seen, as it was when the walk ended.
create table lot_walk_missing (
  walk_id integer not null references lot_walks (id),
  vehicle_id integer not null references vehicles (id),
  primary key (walk_id, vehicle_id)
);
create index lot_walk_missing_of_vehicle on lot_walk_missing (vehicle_id);
