-- What somebody looks at again and again, and when it goes out by mail.
create table report_views (
  id integer generated always as identity primary key,
  -- Its owner's own id for it: sent twice, it is one.
  client_id uuid not null,
  owner_id integer not null references users (id),
  name text not null check (char_length(name) between 1 and 60),
  report text not null check (report ~ '^[a-z_]{1,40}$'),
  question jsonb not null check (jsonb_typeof(question) = 'object'),
  is_shared boolean not null default false,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  every text check (every in ('day', 'week', 'month')),
  -- 0 is Sunday.
  weekday smallint check (weekday between 0 and 6),
  day smallint check (day between 1 and 31),
  hour smallint check (hour between 0 and 23),
  -- By the clocks of this zone; it may have become another since.
  zone text,
  next_at timestamptz(3),
  last_sent_at timestamptz(3),
  check (num_nulls(every, hour, zone, next_at) in (0, 4)),
  check ((weekday is not null) = (every is not distinct from 'week')),
  check ((day is not null) = (every is not distinct from 'month')),
  unique (owner_id, client_id)
);
create unique index report_views_by_name on report_views (owner_id, lower(name));
create index report_views_shared on report_views (report) where is_shared;
create index report_views_due on report_views (next_at) where next_at is not null;

create table report_view_recipients (
  view_id integer not null references report_views (id) on delete cascade,
  user_id integer not null references users (id),
  primary key (view_id, user_id)
);
create index report_view_recipients_by_person on report_view_recipients (user_id);

-- What went out to whom: a row is written with its mail, and nothing goes out twice.
create table report_deliveries (
  view_id integer not null references report_views (id) on delete cascade,
  -- When it was due.
  run_at timestamptz(3) not null,
  user_id integer not null references users (id),
  -- False: there was nothing this person may read.
  is_sent boolean not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (view_id, run_at, user_id)
);
create index report_deliveries_by_person on report_deliveries (user_id);
create index report_deliveries_by_time on report_deliveries (at);

-- What a store means to reach in a month, in cents or things; null: nothing any more.
create table report_targets (
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  month date not null check (extract(day from month) = 1),
  report text not null check (report ~ '^[a-z_]{1,40}$'),
  measure text not null check (char_length(measure) between 1 and 40),
  value integer check (value >= 0),
  version integer not null default 1,
  set_by integer not null references users (id),
  set_at timestamptz(3) not null default clock_timestamp(),
  primary key (store, month, report, measure)
);
create index report_targets_by_author on report_targets (set_by);

-- How each came to be what it is.
create table report_target_steps (
  id bigint generated always as identity primary key,
  store text not null,
  month date not null,
  report text not null,
  measure text not null,
  value integer,
  set_by integer not null references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  foreign key (store, month, report, measure) references report_targets
);
create index report_target_steps_of_target on report_target_steps (store, month, report, measure, id);
create index report_target_steps_by_author on report_target_steps (set_by);

create function refuse_to_rewrite_targets() returns trigger language plpgsql as $$
begin
  raise exception 'What was meant to be reached is only ever added to';
end
$$;
create trigger report_target_steps_are_never_rewritten before update or delete on report_target_steps
  for each row execute function refuse_to_rewrite_targets();
create trigger report_target_steps_are_never_emptied before truncate on report_target_steps
  for each statement execute function refuse_to_rewrite_targets();

-- The morning's post in a store's channel; a store without a row has none.
create table report_briefs (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  is_on boolean not null,
  -- `08:30`; null: when the store opens.
  at text check (at ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  version integer not null default 1
);

create table report_brief_posts (
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  day date not null,
  at timestamptz(3) not null default clock_timestamp(),
  primary key (store, day)
);
