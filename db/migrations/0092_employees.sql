-- Employees: every account of a person who works here has a file. The account says what they may do in Forecourt, the
-- file where they work, as what, and for whom.
create table employees (
  user_id integer primary key references users (id),
  -- As payroll knows them: HR may set another than the account's.
  employee_number text check (employee_number ~ '^[A-Za-z0-9-]{1,12}$'),
  preferred_name text check (char_length(preferred_name) between 1 and 100),
  job_title text check (char_length(job_title) between 1 and 100),
  -- Null: of the whole group.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  manager_id integer references users (id) check (manager_id <> user_id),
  hired_on date,
  -- The last day.
  left_on date,
  review_on date,
  -- E.164, with `;ext=` where there is an extension.
  work_phone text check (work_phone ~ '^[+][1-9][0-9]{7,14}(;ext=[0-9]{1,8})?$'),
  pay_basis text check (pay_basis in ('hourly', 'salary', 'commission', 'flat_rate')),
  version integer not null default 1,
  constraint employees_dates check (left_on >= hired_on)
);
-- `0042` and `42`, `a1` and `A1` are the same to who types them.
create unique index employees_employee_number_key on employees
  (upper(regexp_replace(employee_number, '^0+(?=[0-9]+$)', '')));
create index employees_by_manager on employees (manager_id) where manager_id is not null;
create index employees_by_store on employees (store);

-- The jobs of an employee, each as a whole, from a day on. The latest that has begun is what `employees` has; those
-- of a later day are planned.
create table employee_jobs (
  id integer generated always as identity primary key,
  user_id integer not null references employees (user_id),
  effective_on date not null,
  job_title text check (char_length(job_title) between 1 and 100),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  manager_id integer references users (id) check (manager_id <> user_id),
  reason text not null check (char_length(reason) between 1 and 200),
  -- Null: the system.
  recorded_by integer references users (id),
  recorded_at timestamptz(3) not null default clock_timestamp(),
  -- When a planned one began.
  applied_at timestamptz(3),
  removed_by integer references users (id),
  removed_at timestamptz(3),
  check ((removed_by is null) = (removed_at is null))
);
create index employee_jobs_of_employee on employee_jobs (user_id, effective_on desc, id desc);
create index employee_jobs_by_manager on employee_jobs (manager_id) where manager_id is not null;
create index employee_jobs_recorded_by on employee_jobs (recorded_by) where recorded_by is not null;
create index employee_jobs_removed_by on employee_jobs (removed_by) where removed_by is not null;
create index employee_jobs_planned on employee_jobs (effective_on)
  where applied_at is null and removed_at is null;

-- Where an employee lives and is reached outside of work. Not for colleagues.
create table employee_contacts (
  user_id integer primary key references employees (user_id),
  private_phone text check (private_phone ~ '^[+][1-9][0-9]{7,14}(;ext=[0-9]{1,8})?$'),
  private_email text check (char_length(private_email) between 3 and 254),
  address jsonb
);

create table employee_emergency_contacts (
  user_id integer not null references employees (user_id),
  position smallint not null check (position between 1 and 5),
  name text not null check (char_length(name) between 1 and 100),
  relation text not null check (char_length(relation) <= 60),
  phone text not null check (phone ~ '^[+][1-9][0-9]{7,14}(;ext=[0-9]{1,8})?$'),
  other_phone text check (other_phone ~ '^[+][1-9][0-9]{7,14}(;ext=[0-9]{1,8})?$'),
  primary key (user_id, position)
);

-- What an employee wants changed in their own file, until HR decides or they withdraw it. What it said is gone then.
create table employee_proposals (
  id integer generated always as identity primary key,
  user_id integer not null references employees (user_id),
  field_group text not null check (field_group in ('name', 'contact', 'emergency')),
  data jsonb,
  client_id uuid not null,
  created_by integer not null references users (id) check (created_by = user_id),
  created_at timestamptz(3) not null default clock_timestamp(),
  outcome text check (outcome in ('approved', 'declined', 'withdrawn')),
  decided_by integer references users (id),
  decided_at timestamptz(3),
  reason text check (char_length(reason) between 1 and 500),
  constraint employee_proposals_client_id unique (created_by, client_id),
  check (num_nulls(outcome, decided_by, decided_at) in (0, 3)),
  check ((data is null) = (outcome is not null)),
  check ((reason is not null) = (outcome is not distinct from 'declined'))
);
create unique index employee_proposals_open on employee_proposals (user_id, field_group)
  where outcome is null;
create index employee_proposals_of_employee on employee_proposals (user_id, id desc);
create index employee_proposals_decided_by on employee_proposals (decided_by) where decided_by is not null;

-- Keys, plates, uniforms and devices that an employee keeps; one that is lent for a drive is a check-out of a vehicle.
create table employee_equipment (
  id integer generated always as identity primary key,
  user_id integer not null references employees (user_id),
  kind text not null check (kind in ('key', 'plate', 'uniform', 'device', 'other')),
  name text not null check (char_length(name) between 1 and 100),
  serial text not null default '' check (char_length(serial) <= 60),
  note text not null default '' check (char_length(note) <= 500),
  issued_on date not null,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  client_id uuid not null,
  -- Of several that were issued at once.
  position smallint not null,
  returned_on date check (returned_on >= issued_on),
  returned_to integer references users (id),
  return_note text not null default '' check (char_length(return_note) <= 500),
  version integer not null default 1,
  constraint employee_equipment_client_id unique (created_by, client_id, position),
  check ((returned_on is null) = (returned_to is null))
);
create index employee_equipment_of_employee on employee_equipment (user_id);
create index employee_equipment_out on employee_equipment (issued_on, id) where returned_on is null;
create index employee_equipment_returned_to on employee_equipment (returned_to) where returned_to is not null;

create table employee_events (
  id bigint generated always as identity primary key,
  user_id integer not null references employees (user_id),
  author_id integer references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  data jsonb not null
);
create index employee_events_of_employee on employee_events (user_id, id desc);
create index employee_events_author on employee_events (author_id) where author_id is not null;

-- The private part: what it says is encrypted with keys that are not in the database.
create table employee_private (
  user_id integer primary key references employees (user_id),
  sealed jsonb not null,
  updated_by integer not null references users (id),
  updated_at timestamptz(3) not null default clock_timestamp(),
  version integer not null default 1
);
create index employee_private_updated_by on employee_private (updated_by);

create table employee_pay (
  id integer generated always as identity primary key,
  user_id integer not null references employees (user_id),
  effective_on date not null,
  basis text not null check (basis in ('hourly', 'salary', 'commission', 'flat_rate')),
  -- Null once it is removed.
  sealed jsonb,
  client_id uuid not null,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  applied_at timestamptz(3),
  removed_by integer references users (id),
  removed_at timestamptz(3),
  constraint employee_pay_client_id unique (created_by, client_id),
  check (num_nulls(removed_by, removed_at) in (0, 2)),
  check ((sealed is null) = (removed_at is not null))
);
create index employee_pay_of_employee on employee_pay (user_id, effective_on desc, id desc);
create index employee_pay_removed_by on employee_pay (removed_by) where removed_by is not null;
create index employee_pay_planned on employee_pay (effective_on)
  where applied_at is null and removed_at is null;

create table employee_private_notes (
  id integer generated always as identity primary key,
  user_id integer not null references employees (user_id),
  kind text not null check (kind in ('medical', 'discipline', 'praise')),
  on_date date not null,
  -- Null once it is removed.
  sealed jsonb,
  client_id uuid not null,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  -- By the employee, who has read it; not that they agree.
  acknowledged_at timestamptz(3),
  removed_by integer references users (id),
  removed_at timestamptz(3),
  constraint employee_private_notes_client_id unique (created_by, client_id),
  check (acknowledged_at is null or kind = 'discipline'),
  check (num_nulls(removed_by, removed_at) in (0, 2)),
  check ((sealed is null) = (removed_at is not null))
);
create index employee_private_notes_of_employee on employee_private_notes (user_id, on_date desc, id desc);
create index employee_private_notes_removed_by on employee_private_notes (removed_by)
  where removed_by is not null;

-- Who may open the private part. No role, page or permission stands for it.
create table employee_private_access (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  -- Null: they took it, as no one had it.
  granted_by integer references users (id) check (granted_by <> user_id),
  granted_at timestamptz(3) not null default clock_timestamp(),
  -- Null: it ended with their account or their rights in HR.
  ended_by integer references users (id),
  ended_at timestamptz(3),
  check (ended_at is not null or ended_by is null)
);
create unique index employee_private_access_now on employee_private_access (user_id) where ended_at is null;
create index employee_private_access_of_user on employee_private_access (user_id);
create index employee_private_access_granted_by on employee_private_access (granted_by)
  where granted_by is not null;
create index employee_private_access_ended_by on employee_private_access (ended_by)
  where ended_by is not null;

-- Filters of HR's list that someone saved, for themselves or for everyone in HR at a store.
create table employee_views (
  id integer generated always as identity primary key,
  owner_id integer not null references users (id),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  name text not null check (char_length(name) between 1 and 60),
  filters jsonb not null,
  constraint employee_views_name unique (owner_id, name)
);
create index employee_views_by_store on employee_views (store) where store is not null;

-- Someone who is disabled, or no longer writes in HR, does not get it back with the account or the permission.
create function end_private_access() returns trigger language plpgsql as $$
begin
  update public.employee_private_access set ended_at = clock_timestamp()
    where user_id = new.id and ended_at is null;
  return null;
end
$$;
create trigger end_private_access
  after update of is_active, pending, deleted_at, page_permissions, feature_permissions on users for each row
  when (not (new.is_active and not new.pending and new.deleted_at is null
    and new.page_permissions && array['hr', 'all']
    and new.feature_permissions && array['manage_users', 'full_access', 'all']))
  execute function end_private_access();

-- A registration that waits and a bot are no employees.
create function add_employee() returns trigger language plpgsql as $$
declare
  home text := case when cardinality(new.store_access) = 1
    and new.store_access[1] in ('ford', 'hyundai', 'chevrolet') then new.store_access[1] end;
  number text := coalesce(nullif(ltrim(substr(new.emrn, 4), '0'), ''), '0');
begin
  insert into public.employees (user_id, employee_number, store, department)
    values (new.id, number, home, new.department) on conflict do nothing;
  -- Payroll gave the number to someone else.
  insert into public.employees (user_id, store, department)
    values (new.id, home, new.department) on conflict do nothing;
  return null;
end
$$;
create trigger add_employee after insert on users for each row
  when (not new.pending and new.deleted_at is null and new.protection is distinct from 'system_bot')
  execute function add_employee();
create trigger add_employee_approved after update of pending on users for each row
  when (not new.pending and new.deleted_at is null and new.protection is distinct from 'system_bot')
  execute function add_employee();

-- Those who were deleted have numbers that may be someone else's now.
insert into employees (user_id, employee_number, store, department)
  select id, case when deleted_at is null then coalesce(nullif(ltrim(substr(emrn, 4), '0'), ''), '0') end,
    case when cardinality(store_access) = 1 and store_access[1] in ('ford', 'hyundai', 'chevrolet')
      then store_access[1] end,
    department
  from users where not pending and protection is distinct from 'system_bot';
