-- What people asked to have changed of their hours, what a manager changed, and what came too late or in
-- the wrong order to be taken as it was.
create table time_corrections (
  id bigint generated always as identity primary key,
  -- Whose hours.
  user_id integer not null references users (id),
  author_id integer not null references users (id),
  -- The author's own id for it: sent twice, it is one.
  client_id uuid not null,
  origin text not null check (origin in ('request', 'offline', 'manager')),
  reason text not null check (char_length(reason) between 1 and 1000),
  changes jsonb not null,
  created_at timestamptz not null default clock_timestamp(),
  unique (author_id, client_id)
);
create index time_corrections_by_person on time_corrections (user_id, id);

-- A correction without a row here waits for one.
create table time_decisions (
  correction_id bigint primary key references time_corrections (id),
  decision text not null check (decision in ('approved', 'declined', 'withdrawn')),
  decided_by integer not null references users (id),
  reason text not null default '' check (char_length(reason) <= 1000),
  decided_at timestamptz not null default clock_timestamp()
);

create table time_punches (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  kind text not null check (kind in ('clock_in', 'clock_out', 'break_start', 'break_end')),
  -- To the millisecond, never rounded.
  at timestamptz(3) not null,
  recorded_at timestamptz not null default clock_timestamp(),
  source text not null check (source in ('online', 'offline', 'correction')),
  client_id uuid not null,
  device text not null default '' check (char_length(device) <= 200),
  -- What came of a correction names it.
  correction_id bigint references time_corrections (id),
  check ((source = 'correction') = (correction_id is not null)),
  unique (user_id, client_id)
);
create index time_punches_by_person on time_punches (user_id, at);

create table time_voids (
  punch_id bigint primary key references time_punches (id),
  correction_id bigint not null references time_corrections (id)
);

-- What counts: every punch no correction has taken out.
create view time_effective as
  select p.* from time_punches p where not exists (select from time_voids v where v.punch_id = p.id);

-- The latest row of a week says whether it is approved; `fingerprint` is of exactly what was approved.
create table time_approvals (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  week_start date not null,
  approved boolean not null,
  fingerprint text not null,
  rules jsonb not null,
  totals jsonb not null,
  decided_by integer not null references users (id),
  decided_at timestamptz not null default clock_timestamp()
);
create index time_approvals_by_week on time_approvals (user_id, week_start, id);

-- Why a person is paid overtime or is not; the latest row that begins no later than a week holds for it.
create table time_overtime_bases (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  basis text not null check (basis in
    ('non_exempt', 'salesman', 'partsman', 'mechanic', 'service_advisor', 'white_collar')),
  from_week date not null,
  decided_by integer not null references users (id),
  decided_at timestamptz not null default clock_timestamp()
);
create index time_overtime_bases_by_person on time_overtime_bases (user_id, from_week, id);

-- Hours are evidence: whoever gets hold of the server still cannot rewrite them.
create function refuse_to_rewrite_hours() returns trigger language plpgsql as $$
begin
  raise exception 'Hours are only ever added to';
end
$$;
do $$
declare
  name text;
begin
  foreach name in array array['time_corrections', 'time_decisions', 'time_punches', 'time_voids',
    'time_approvals', 'time_overtime_bases']
  loop
    execute format('create trigger hours_are_never_rewritten before update or delete on %I
      for each row execute function refuse_to_rewrite_hours()', name);
    execute format('create trigger hours_are_never_emptied before truncate on %I
      for each statement execute function refuse_to_rewrite_hours()', name);
  end loop;
end
$$;

-- Who is on a break is asked every second.
create index time_punches_breaks on time_punches (at) where kind = 'break_start';
