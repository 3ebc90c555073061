-- A car on its way from one store of the group to another, and each that has gone that way.
create table vehicle_transfers (
  id integer generated always as identity primary key,
  client_id uuid not null,
  vehicle_id integer not null references vehicles (id),
  from_store text not null check (from_store in ('ford', 'hyundai', 'chevrolet')),
  to_store text not null check (to_store in ('ford', 'hyundai', 'chevrolet')),
  from_number text not null,
  -- What it is called where it went, once it is there.
  to_number text,
  note text not null default '' check (char_length(note) <= 200),
  sent_by integer not null references users (id),
  sent_at timestamptz(3) not null default clock_timestamp(),
  ended_by integer references users (id),
  ended_at timestamptz(3) check (ended_at >= sent_at),
  -- Why it never went.
  called_off text check (char_length(called_off) between 1 and 200),
  check (from_store <> to_store),
  check (num_nulls(ended_by, ended_at) in (0, 2)),
  check (num_nonnulls(to_number, called_off) = num_nonnulls(ended_at)),
  unique (sent_by, client_id)
);
create unique index vehicle_transfers_open on vehicle_transfers (vehicle_id) where ended_at is null;
create index vehicle_transfers_of_vehicle on vehicle_transfers (vehicle_id, id);
create index vehicle_transfers_ended on vehicle_transfers (ended_at);
create index vehicle_transfers_ended_by on vehicle_transfers (ended_by) where ended_by is not null;

alter table vehicle_events drop constraint vehicle_events_kind_check;
alter table vehicle_events add constraint vehicle_events_kind_check check (kind in ('added', 'changed',
  'status', 'price', 'recon', 'picture_added', 'picture_removed', 'out', 'in', 'transfer_sent',
  'transfer_received', 'transfer_called_off'));
