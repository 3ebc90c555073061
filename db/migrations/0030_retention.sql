-- How long each kind of document is kept, counted from what happened to its matter, never from its upload.
create table retention_classes (
  code text primary key check (code ~ '^[a-z][a-z_]*$'),
  name text not null,
  event text not null check (event in ('deal_delivered', 'repair_order_closed', 'employment_ended')),
  years integer not null,
  minimum_years integer not null check (minimum_years >= 1),
  -- Why it may not be shorter.
  authority text not null,
  version integer not null default 1,
  changed_at timestamptz not null default now(),
  check (years between minimum_years and 30)
);
insert into retention_classes (code, name, event, years, minimum_years, authority) values
  ('sales_documents', 'Sales documents', 'deal_delivered', 7, 5,
    'Odometer statements are kept for five years (49 CFR 580.8)'),
  ('service_records', 'Service records', 'repair_order_closed', 5, 3,
    'Tire registrations and hazardous waste papers are kept for three years (40 CFR 262.40)'),
  ('hr_files', 'HR files', 'employment_ended', 10, 3,
    'Payroll records are kept for three years (29 CFR 516.5)');

-- Through which day. A period from a February 29 is not a day short in a year without one.
create function retention_keep_until(event date, years integer) returns date
language sql immutable as $$
  select (event + make_interval(years => years))::date
    + case when extract(day from event) = 29 and extract(month from event) = 2
        and extract(day from event + make_interval(years => years)) = 28 then 1 else 0 end
$$;

-- What is kept. The room it belongs to says what it is called there; said again, it is the same.
create table retained_items (
  id bigint generated always as identity primary key,
  source text not null check (source ~ '^[a-z][a-z-]{0,49}$'),
  source_id text not null check (char_length(source_id) between 1 and 100),
  class_code text not null references retention_classes (code),
  title text not null check (char_length(title) between 1 and 200),
  -- Null: it has not happened yet, so nothing runs.
  event_date date check (event_date between '1900-01-01' and '9000-01-01'),
  -- Whom and what it is about, as legal holds name it: `vehicle:1FTFW1E50MFA00001`.
  subjects text[] not null,
  -- From then on it is gone, or about to be.
  condemned_at timestamptz,
  unique (source, source_id)
);
create index retained_items_by_class on retained_items (class_code);
create index retained_items_by_event on retained_items (class_code, event_date)
  where condemned_at is null;
create index retained_items_by_subject on retained_items using gin (subjects);

create table retained_files (
  -- Of one item only: what is destroyed for it must not be another's.
  file_key text primary key check (char_length(file_key) between 1 and 200),
  item_id bigint not null references retained_items (id),
  sha256 bytea not null check (octet_length(sha256) = 32),
  size_bytes bigint not null check (size_bytes >= 0)
);
create index retained_files_by_item on retained_files (item_id);

create table legal_holds (
  id bigint generated always as identity primary key,
  matter text not null check (char_length(matter) between 1 and 200),
  reason text not null check (char_length(reason) between 1 and 1000),
  placed_by integer not null references users (id),
  placed_at timestamptz not null default clock_timestamp(),
  client_id uuid not null,
  unique (placed_by, client_id)
);

create table legal_hold_subjects (
  hold_id bigint not null references legal_holds (id),
  subject text not null,
  primary key (hold_id, subject)
);
create index legal_hold_subjects_by_subject on legal_hold_subjects (subject);

-- A hold without a row here stands.
create table legal_hold_releases (
  hold_id bigint primary key references legal_holds (id),
  reason text not null check (char_length(reason) between 1 and 1000),
  released_by integer not null references users (id),
  released_at timestamptz not null default clock_timestamp()
);
create index legal_hold_releases_by_person on legal_hold_releases (released_by);

create table disposition_batches (
  id bigint generated always as identity primary key,
  -- Everything whose period ends on this day or before.
  through date not null,
  prepared_by integer not null references users (id),
  prepared_at timestamptz not null default clock_timestamp(),
  client_id uuid not null,
  unique (prepared_by, client_id),
  unique (id, prepared_by)
);

create table disposition_items (
  batch_id bigint not null references disposition_batches (id),
  item_id bigint not null references retained_items (id),
  primary key (batch_id, item_id)
);
create index disposition_items_by_item on disposition_items (item_id);

create table disposition_decisions (
  batch_id bigint primary key,
  prepared_by integer not null,
  decision text not null check (decision in ('approved', 'declined', 'withdrawn')),
  reason text not null default '' check (char_length(reason) <= 1000),
  decided_by integer not null references users (id),
  decided_at timestamptz not null default clock_timestamp(),
  foreign key (batch_id, prepared_by) references disposition_batches (id, prepared_by),
  -- Two people, whatever a program says.
  check ((decision = 'withdrawn') = (decided_by = prepared_by))
);
create index disposition_decisions_by_batch on disposition_decisions (batch_id, prepared_by);
create index disposition_decisions_by_person on disposition_decisions (decided_by);

-- What was judged of each item when its turn came. From `condemned` on a hold comes too late; that the bytes
-- are gone is said only by the register.
create table disposition_verdicts (
  batch_id bigint not null,
  item_id bigint not null,
  verdict text not null check (verdict in ('condemned', 'held', 'kept')),
  judged_at timestamptz not null default clock_timestamp(),
  primary key (batch_id, item_id),
  foreign key (batch_id, item_id) references disposition_items (batch_id, item_id)
);
create unique index disposition_condemned_once on disposition_verdicts (item_id)
  where verdict = 'condemned';

create table disposition_completions (
  batch_id bigint primary key references disposition_batches (id),
  completed_at timestamptz not null default clock_timestamp()
);

-- One line per file that is gone. It outlives everything it tells of, so it repeats it.
create table destruction_register (
  id bigint generated always as identity primary key,
  batch_id bigint not null,
  item_id bigint not null,
  source text not null,
  source_id text not null,
  title text not null,
  class_name text not null,
  event_date date not null,
  keep_until date not null,
  file_key text not null unique,
  sha256 bytea not null,
  size_bytes bigint not null,
  prepared_by_name text not null,
  approved_by_name text not null,
  approved_at timestamptz not null,
  destroyed_at timestamptz not null default clock_timestamp(),
  foreign key (batch_id, item_id) references disposition_items (batch_id, item_id)
);
create index destruction_register_by_item on destruction_register (batch_id, item_id);

-- Each item with the day its period ends on and whether a hold stands on it.
create view retained_states as
  select i.id as item_id, i.class_code, i.event_date,
    retention_keep_until(i.event_date, c.years) as keep_until,
    exists (select from legal_hold_subjects s where s.subject = any (i.subjects)
      and not exists (select from legal_hold_releases r where r.hold_id = s.hold_id)) as held,
    i.condemned_at is not null as condemned
  from retained_items i join retention_classes c on c.code = i.class_code;

-- Holds and destruction are evidence: whoever gets hold of the server still cannot rewrite them.
create function refuse_to_rewrite_retention() returns trigger language plpgsql as $$
begin
  raise exception 'Holds and destruction are only ever added to';
end
$$;
create trigger condemned_is_never_rewritten before update or delete on retained_items
  for each row when (old.condemned_at is not null) execute function refuse_to_rewrite_retention();
do $$
declare
  name text;
begin
  foreach name in array array['legal_holds', 'legal_hold_subjects', 'legal_hold_releases',
    'disposition_batches', 'disposition_items', 'disposition_decisions', 'disposition_verdicts',
    'disposition_completions', 'destruction_register']
  loop
    execute format('create trigger retention_is_never_rewritten before update or delete on %I
      for each row execute function refuse_to_rewrite_retention()', name);
    execute format('create trigger retention_is_never_emptied before truncate on %I
      for each statement execute function refuse_to_rewrite_retention()', name);
  end loop;
end
$$;
