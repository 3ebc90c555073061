-- What is to do when someone starts or leaves, as lists that a run is made of. A run keeps its own copy.
create table onboarding_templates (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('onboarding', 'offboarding')),
  name text not null check (char_length(name) between 1 and 100),
  -- Whom it is for; null and empty: anyone.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  job_title text not null default '' check (char_length(job_title) <= 100),
  client_id uuid not null default gen_random_uuid(),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  removed_at timestamptz(3),
  version integer not null default 1,
  unique (created_by, client_id)
);

create table onboarding_template_items (
  id integer generated always as identity primary key,
  template_id integer not null references onboarding_templates (id) on delete cascade,
  position smallint not null check (position between 1 and 60),
  title text not null check (char_length(title) between 1 and 200),
  note text not null default '' check (char_length(note) <= 1000),
  kind text not null check (kind in ('task', 'account', 'rights', 'channels', 'papers',
    'equipment_issued', 'account_ended', 'handover', 'equipment_returned')),
  owner text not null check (owner in ('hr', 'it', 'manager', 'employee', 'person')),
  owner_id integer references users (id),
  -- Relative to the first or the last day.
  due_days smallint not null check (due_days between -365 and 365),
  check ((owner = 'person') = (owner_id is not null)),
  unique (template_id, position)
);
create index onboarding_template_items_by_owner on onboarding_template_items (owner_id)
  where owner_id is not null;

create table onboarding_runs (
  id integer generated always as identity primary key,
  kind text not null check (kind in ('onboarding', 'offboarding')),
  -- Null until a new hire has an account; then what is said about them here is what HR asks for.
  user_id integer references users (id),
  name text not null check (char_length(name) between 1 and 200),
  job_title text not null default '' check (char_length(job_title) <= 100),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  manager_id integer references users (id),
  -- The first or the last day.
  day date not null,
  -- When the account ends, and when it did.
  ends_at timestamptz(3),
  ended_at timestamptz(3),
  -- Why they leave, and whether they may come back: for HR alone.
  reason text check (reason in ('resigned', 'terminated', 'retired', 'contract_ended')),
  may_return boolean,
  note text not null default '' check (char_length(note) <= 1000),
  client_id uuid not null default gen_random_uuid(),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  closed_by integer references users (id),
  closed_at timestamptz(3),
  -- Why it was closed while something was still out.
  closing_reason text check (char_length(closing_reason) between 1 and 500),
  outcome text check (outcome in ('done', 'canceled')),
  version integer not null default 1,
  unique (created_by, client_id),
  check (num_nulls(closed_by, closed_at, outcome) in (0, 3)),
  check (kind = 'onboarding' or user_id is not null),
  check ((kind = 'offboarding') = (ends_at is not null)),
  check ((kind = 'offboarding') = (reason is not null))
);
create unique index onboarding_runs_open on onboarding_runs (user_id) where closed_at is null;
create index onboarding_runs_of_user on onboarding_runs (user_id);
create index onboarding_runs_by_manager on onboarding_runs (manager_id) where manager_id is not null;
create index onboarding_runs_closed_by on onboarding_runs (closed_by) where closed_by is not null;
create index onboarding_runs_ending on onboarding_runs (ends_at)
  where ended_at is null and closed_at is null and ends_at is not null;

create table onboarding_items (
  id integer generated always as identity primary key,
  run_id integer not null references onboarding_runs (id),
  position smallint not null,
  title text not null check (char_length(title) between 1 and 200),
  note text not null default '' check (char_length(note) <= 1000),
  kind text not null check (kind in ('task', 'account', 'rights', 'channels', 'papers',
    'equipment_issued', 'account_ended', 'handover', 'equipment_returned')),
  owner text not null check (owner in ('hr', 'it', 'manager', 'employee', 'person')),
  owner_id integer references users (id),
  due_days smallint not null,
  due_on date not null,
  state text not null default 'open' check (state in ('open', 'done', 'skipped')),
  -- Null while it is open, and where the system did it.
  state_by integer references users (id),
  state_at timestamptz(3),
  reason text check (char_length(reason) between 1 and 500),
  -- The owners were notified that it is due, and that it is overdue.
  due_notified_at timestamptz,
  overdue_notified_at timestamptz,
  client_id uuid not null default gen_random_uuid(),
  version integer not null default 1,
  check ((owner = 'person') = (owner_id is not null)),
  check ((state = 'open') = (state_at is null)),
  check (state <> 'skipped' or reason is not null),
  unique (run_id, client_id)
);
create index onboarding_items_of_run on onboarding_items (run_id, position, id);
create index onboarding_items_by_owner on onboarding_items (owner_id) where owner_id is not null;
create index onboarding_items_by_doer on onboarding_items (state_by) where state_by is not null;
create index onboarding_items_due on onboarding_items (due_on) where state = 'open';

-- What happened to a run, with what was said about it; appended.
create table onboarding_events (
  id bigint generated always as identity primary key,
  run_id integer not null references onboarding_runs (id),
  author_id integer references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  data jsonb not null,
  client_id uuid,
  unique (run_id, client_id)
);
create index onboarding_events_of_run on onboarding_events (run_id, id desc);
create index onboarding_events_by_author on onboarding_events (author_id) where author_id is not null;

-- The first day is in the employee's file: when HR corrects it there, what is open moves with it.
create function move_onboarding() returns trigger language plpgsql as $$
begin
  update public.onboarding_runs set day = new.hired_on, version = version + 1
    where user_id = new.user_id and kind = 'onboarding' and closed_at is null and day <> new.hired_on;
  update public.onboarding_items i
    set due_on = new.hired_on + i.due_days, due_notified_at = null, overdue_notified_at = null,
      version = i.version + 1
    from public.onboarding_runs r
    where r.id = i.run_id and r.user_id = new.user_id and r.kind = 'onboarding' and r.closed_at is null
      and i.state = 'open' and i.due_on <> new.hired_on + i.due_days;
  return null;
end
$$;
create trigger move_onboarding after update of hired_on on employees for each row
  when (new.hired_on is not null and new.hired_on is distinct from old.hired_on)
  execute function move_onboarding();
