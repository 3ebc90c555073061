-- How pay periods are cut. A schedule holds from its first day until the first day of the one that was entered after
-- it; one that was entered for an earlier day replaces those that would have begun later.
create table payroll_schedules (
  id integer generated always as identity primary key,
  frequency text not null check (frequency in ('weekly', 'biweekly', 'semimonthly')),
  -- The first day of its first period; weeks are counted from it.
  starts_on date not null,
  -- Days from the end of a period until it is paid; on a weekend it is paid the Friday before.
  pay_days integer not null check (pay_days between 0 and 31),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp()
);
create index payroll_schedules_by_author on payroll_schedules (created_by);

-- The periods about which something was recorded: they keep their days, whatever schedule comes later.
create table payroll_periods (
  starts_on date primary key,
  ends_on date not null,
  pays_on date not null,
  check (ends_on >= starts_on),
  exclude using gist (daterange(starts_on, ends_on, '[]') with &&)
);

-- What an employee said about the hours of a period. `statement` is the exact text of what they saw.
create table payroll_signatures (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  period date not null references payroll_periods (starts_on),
  kind text not null check (kind in ('signed', 'objected')),
  words text not null default '' check (char_length(words) <= 1000),
  client_id uuid not null,
  fingerprint text not null,
  statement text not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  check ((kind = 'objected') = (words <> '')),
  check (fingerprint = encode(sha256(convert_to(statement, 'UTF8')), 'hex')),
  unique (user_id, client_id)
);
create index payroll_signatures_of_person on payroll_signatures (user_id, period, id);
create index payroll_signatures_of_period on payroll_signatures (period);

create table payroll_answers (
  signature_id bigint primary key references payroll_signatures (id),
  words text not null check (char_length(words) between 1 and 1000),
  answered_by integer not null references users (id),
  answered_at timestamptz(3) not null default clock_timestamp()
);
create index payroll_answers_by_author on payroll_answers (answered_by);

-- The latest row of a person and period says whether its hours are approved, and which.
create table payroll_approvals (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  period date not null references payroll_periods (starts_on),
  approved boolean not null,
  fingerprint text not null,
  -- Whether the employee had signed exactly these hours.
  signed boolean not null,
  decided_by integer not null references users (id),
  decided_at timestamptz(3) not null default clock_timestamp()
);
create index payroll_approvals_of_person on payroll_approvals (user_id, period, id);
create index payroll_approvals_of_period on payroll_approvals (period);
create index payroll_approvals_by_author on payroll_approvals (decided_by);

-- Locks and unlocks of a period at a store; `group` are the employees without a home store. The latest row holds.
create table payroll_locks (
  id bigint generated always as identity primary key,
  period date not null references payroll_periods (starts_on),
  unit text not null check (unit in ('ford', 'hyundai', 'chevrolet', 'group')),
  locked boolean not null,
  reason text not null default '' check (char_length(reason) <= 200),
  changed_by integer not null references users (id),
  changed_at timestamptz(3) not null default clock_timestamp(),
  check (locked or reason <> '')
);
create index payroll_locks_of_period on payroll_locks (period, unit, id);
create index payroll_locks_by_author on payroll_locks (changed_by);

-- What a lock holds: the hours of each employee as they are paid.
create table payroll_lines (
  lock_id bigint not null references payroll_locks (id),
  user_id integer not null references users (id),
  fingerprint text not null,
  statement text not null,
  primary key (lock_id, user_id),
  check (fingerprint = encode(sha256(convert_to(statement, 'UTF8')), 'hex'))
);
create index payroll_lines_of_person on payroll_lines (user_id);

-- Hours of a locked period that changed afterwards: they are paid in another one.
create table payroll_adjustments (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  from_period date not null references payroll_periods (starts_on),
  into_period date not null references payroll_periods (starts_on),
  -- Where they were worked; null: not recorded.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  regular_ms bigint not null,
  overtime_ms bigint not null,
  double_ms bigint not null,
  premium_hours integer not null,
  reason text not null check (char_length(reason) between 1 and 1000),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  check (into_period > from_period)
);
create index payroll_adjustments_into on payroll_adjustments (into_period, user_id);
create index payroll_adjustments_from on payroll_adjustments (from_period, user_id);
create index payroll_adjustments_of_person on payroll_adjustments (user_id);
create index payroll_adjustments_by_author on payroll_adjustments (created_by);

-- How a payroll provider names things, at each store.
create table payroll_codes (
  provider text not null check (provider in ('adp', 'paychex', 'gusto')),
  unit text not null check (unit in ('ford', 'hyundai', 'chevrolet', 'group')),
  codes jsonb not null,
  version integer not null default 1,
  updated_by integer not null references users (id),
  updated_at timestamptz(3) not null default clock_timestamp(),
  primary key (provider, unit)
);
create index payroll_codes_by_author on payroll_codes (updated_by);

-- The number of an employee at a provider, where it is not the employee number.
create table payroll_numbers (
  user_id integer not null references users (id),
  provider text not null check (provider in ('adp', 'paychex', 'gusto')),
  number text not null check (char_length(number) between 1 and 20),
  primary key (user_id, provider)
);

create table payroll_exports (
  id bigint generated always as identity primary key,
  lock_id bigint not null references payroll_locks (id),
  provider text not null check (provider in ('adp', 'paychex', 'gusto')),
  file_name text not null,
  bytes bytea not null,
  sha256 text not null check (sha256 = encode(sha256(bytes), 'hex')),
  row_count integer not null,
  created_by integer not null references users (id),
  client_id uuid not null,
  created_at timestamptz(3) not null default clock_timestamp(),
  unique (created_by, client_id)
);
create index payroll_exports_of_lock on payroll_exports (lock_id, id);

-- Hours that were signed, approved, paid or exported are evidence like the punches.
do $$
declare
  name text;
begin
  foreach name in array array['payroll_schedules', 'payroll_periods', 'payroll_signatures', 'payroll_answers',
    'payroll_approvals', 'payroll_locks', 'payroll_lines', 'payroll_adjustments', 'payroll_exports']
  loop
    execute format('create trigger hours_are_never_rewritten before update or delete on %I
      for each row execute function refuse_to_rewrite_hours()', name);
    execute format('create trigger hours_are_never_emptied before truncate on %I
      for each statement execute function refuse_to_rewrite_hours()', name);
  end loop;
end
$$;

-- The locks that hold.
create view payroll_locked as
  select l.* from payroll_locks l
  where l.locked and not exists (select from payroll_locks later
    where later.period = l.period and later.unit = l.unit and later.id > l.id);
