-- Shared devices at which employees punch with their number and a PIN.

-- A punch made at one says so.
alter table time_punches drop constraint time_punches_source_check;
alter table time_punches add constraint time_punches_source_check
  check (source in ('online', 'offline', 'correction', 'kiosk'));

-- A device that waits for someone to enter the code it shows.
create table kiosk_enrollments (
  code text primary key check (code ~ '^[A-Z2-9]{8}$'),
  -- The cookie of the device, hashed; it stays the same once the device is enrolled.
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  browser text not null,
  ip text not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null
);
create index kiosk_enrollments_by_expiry on kiosk_enrollments (expires_at);

create table kiosk_devices (
  id integer generated always as identity primary key,
  client_id uuid not null,
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  token_hash bytea not null unique check (octet_length(token_hash) = 32),
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  name text not null check (char_length(name) between 1 and 60),
  browser text not null,
  -- Where it was when it asked.
  enrolled_ip text not null,
  last_seen_at timestamptz,
  last_ip text,
  revoked_at timestamptz,
  revoked_by integer references users (id),
  version integer not null default 1,
  unique (created_by, client_id),
  check ((revoked_at is null) = (revoked_by is null))
);
-- Timesheets name the kiosk of a punch.
create unique index kiosk_devices_name on kiosk_devices (store, lower(name)) where revoked_at is null;
create index kiosk_devices_by_revoker on kiosk_devices (revoked_by) where revoked_by is not null;

-- The hash is encrypted, too: four digits are found from a hash alone in seconds.
create table kiosk_pins (
  user_id integer primary key references users (id),
  sealed_hash jsonb not null,
  set_at timestamptz not null default now()
);

-- Someone whom a device has just identified: good for one punch, within a minute.
create table kiosk_sign_ins (
  token_hash bytea primary key check (octet_length(token_hash) = 32),
  device_id integer not null references kiosk_devices (id),
  user_id integer not null references users (id),
  -- The punch that used it.
  client_id uuid,
  expires_at timestamptz not null
);
create index kiosk_sign_ins_by_device on kiosk_sign_ins (device_id);
create index kiosk_sign_ins_by_person on kiosk_sign_ins (user_id);
create index kiosk_sign_ins_by_expiry on kiosk_sign_ins (expires_at);

-- Which device a punch was made at. Evidence, like the punch.
create table kiosk_punches (
  punch_id bigint primary key references time_punches (id),
  device_id integer not null references kiosk_devices (id)
);
create index kiosk_punches_by_device on kiosk_punches (device_id);
create trigger hours_are_never_rewritten before update or delete on kiosk_punches
  for each row execute function refuse_to_rewrite_hours();
create trigger hours_are_never_emptied before truncate on kiosk_punches
  for each statement execute function refuse_to_rewrite_hours();

-- From where the employees of a store may punch on devices of their own.
create table kiosk_rules (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  punch_from text not null default 'anywhere' check (punch_from in ('anywhere', 'networks', 'kiosks')),
  networks text[] not null default '{}',
  version integer not null default 1,
  check (punch_from <> 'networks' or cardinality(networks) > 0)
);
insert into kiosk_rules (store) values ('ford'), ('hyundai'), ('chevrolet');
