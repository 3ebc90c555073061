-- Work schedules: shifts by store and department, what a department needs by hour, shifts offered to others, and the
-- secret links of calendar feeds.

-- One request that added, copied or published several shifts, so that a repeat is the same request.
create table shift_batches (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('add', 'copy', 'publish')),
  created_by integer not null references users (id),
  client_id uuid not null,
  result jsonb not null,
  created_at timestamptz not null default now(),
  unique (created_by, client_id)
);

create table work_shifts (
  id integer generated always as identity primary key,
  batch_id integer not null references shift_batches (id),
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  department text not null
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  user_id integer not null references users (id),
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  break_minutes smallint not null check (break_minutes between 0 and 240),
  role text not null check (length(role) <= 60),
  note text not null check (length(note) <= 300),
  -- Null: a draft, which only those who plan the schedule see.
  published_at timestamptz,
  removed_at timestamptz,
  removed_by integer references users (id),
  version integer not null default 1,
  check (ends_at > starts_at and ends_at - starts_at <= interval '17 hours'),
  check (make_interval(mins => break_minutes) < ends_at - starts_at),
  check ((removed_at is null) = (removed_by is null))
);
create index work_shifts_of_store on work_shifts (store, department, starts_at) where removed_at is null;
create index work_shifts_of_person on work_shifts (user_id, starts_at);
create index work_shifts_by_start on work_shifts (starts_at) where removed_at is null;
create index work_shifts_of_batch on work_shifts (batch_id);
create index work_shifts_by_remover on work_shifts (removed_by) where removed_by is not null;
-- Two copies of a week at once, or two planners, do not schedule a person twice for the same start.
create unique index work_shifts_once on work_shifts (user_id, starts_at) where removed_at is null;

-- When a department is open and how many people it needs. Departments without a row have no coverage.
create table schedule_plans (
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  department text not null
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  -- Seven entries from Sunday: {"opens": "09:00", "closes": "18:00"}, or null where it is closed.
  opening jsonb not null check (jsonb_typeof(opening) = 'array' and jsonb_array_length(opening) = 7),
  exceptions jsonb not null default '[]' check (jsonb_typeof(exceptions) = 'array'),
  targets jsonb not null default '[]' check (jsonb_typeof(targets) = 'array'),
  grace_minutes smallint not null default 10 check (grace_minutes between 0 and 120),
  alerts_managers boolean not null default true,
  version integer not null default 1,
  primary key (store, department)
);

insert into schedule_plans (store, department, opening)
select store, department, opening::jsonb
from (values ('ford'), ('hyundai'), ('chevrolet')) s (store)
cross join (values
  ('sales', '[null, {"opens": "09:00", "closes": "20:00"}, {"opens": "09:00", "closes": "20:00"},
    {"opens": "09:00", "closes": "20:00"}, {"opens": "09:00", "closes": "20:00"},
    {"opens": "09:00", "closes": "20:00"}, {"opens": "09:00", "closes": "18:00"}]'),
  ('service', '[null, {"opens": "07:30", "closes": "18:00"}, {"opens": "07:30", "closes": "18:00"},
    {"opens": "07:30", "closes": "18:00"}, {"opens": "07:30", "closes": "18:00"},
    {"opens": "07:30", "closes": "18:00"}, null]'),
  ('parts', '[null, {"opens": "07:30", "closes": "18:00"}, {"opens": "07:30", "closes": "18:00"},
    {"opens": "07:30", "closes": "18:00"}, {"opens": "07:30", "closes": "18:00"},
    {"opens": "07:30", "closes": "18:00"}, {"opens": "08:00", "closes": "16:00"}]')
) d (department, opening);

-- A published shift that its owner wants someone else to work.
create table shift_offers (
  id integer generated always as identity primary key,
  client_id uuid not null,
  shift_id integer not null references work_shifts (id),
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  -- Null: everyone of the store and department may take it.
  to_user_id integer references users (id),
  -- The shift of that person which the owner takes in exchange.
  wanted_shift_id integer references work_shifts (id),
  note text not null check (length(note) <= 300),
  state text not null default 'open'
    check (state in ('open', 'taken', 'approved', 'declined', 'withdrawn', 'expired')),
  taken_by integer references users (id),
  taken_at timestamptz,
  ended_by integer references users (id),
  ended_at timestamptz,
  reason text not null default '' check (length(reason) <= 300),
  unique (created_by, client_id),
  check (wanted_shift_id is null or to_user_id is not null),
  check ((taken_by is null) = (taken_at is null)),
  check ((state in ('open', 'taken')) = (ended_at is null)),
  check (state not in ('taken', 'approved') or taken_by is not null)
);
create unique index shift_offers_once on shift_offers (shift_id) where state in ('open', 'taken');
create index shift_offers_of_shift on shift_offers (shift_id);
create index shift_offers_for on shift_offers (to_user_id) where to_user_id is not null;
create index shift_offers_wanted on shift_offers (wanted_shift_id) where wanted_shift_id is not null;
create index shift_offers_by_taker on shift_offers (taken_by) where taken_by is not null;
create index shift_offers_by_decider on shift_offers (ended_by) where ended_by is not null;

-- The secret of a person's calendar feed, only as a hash.
create table schedule_feeds (
  user_id integer primary key references users (id),
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);

-- Quiet outside one's own shifts.
alter table chat_settings add column quiet_off_shift boolean not null default false;
