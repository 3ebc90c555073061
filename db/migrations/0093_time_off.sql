-- Time off: its kinds, how balances accrue, a ledger in minutes that is only ever added to, requests, and the days on
-- which no one works or no one should be away.
create table time_off_kinds (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 40),
  mark text not null check (mark in ('sun', 'cross', 'person', 'gavel', 'heart', 'baby', 'book', 'circle')),
  tone text not null check (tone in ('accent', 'success', 'warning', 'danger', 'info', 'neutral')),
  is_paid boolean not null,
  -- Counts against a balance, which accrues by the rules below.
  has_balance boolean not null,
  -- Otherwise a request is approved at once, and the manager only notified.
  needs_approval boolean not null,
  -- The reason is for HR only, beside the person.
  hides_reason boolean not null,
  -- What happens when the balance is not enough.
  overdraw text not null check (overdraw in ('refuse', 'warn')),
  position smallint not null,
  is_active boolean not null default true,
  version integer not null default 1
);
create unique index time_off_kind_names on time_off_kinds (lower(name));
insert into time_off_kinds (name, mark, tone, is_paid, has_balance, needs_approval, hides_reason, overdraw, position)
  values
    ('Vacation', 'sun', 'success', true, true, true, false, 'refuse', 1),
    ('Sick', 'cross', 'warning', true, true, false, true, 'warn', 2),
    ('Personal', 'person', 'info', true, true, true, false, 'refuse', 3),
    ('Jury duty', 'gavel', 'accent', true, false, true, false, 'warn', 4),
    ('Bereavement', 'heart', 'neutral', true, false, false, true, 'warn', 5),
    ('Unpaid', 'circle', 'danger', false, false, true, false, 'warn', 6);

create table time_off_rules (
  id integer generated always as identity primary key,
  kind_id integer not null references time_off_kinds (id),
  -- Null: every store, every department. The most specific rule holds, and of those the latest.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text check (department in
    ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  effective_on date not null,
  ends_on date check (ends_on >= effective_on),
  method text not null check (method in ('none', 'yearly', 'period', 'hours_worked')),
  -- `[{"afterYears": 0, "minutes": 4800}]`: a year, or per `worked_minutes`, by years of service.
  steps jsonb not null,
  period text check (period in ('weekly', 'biweekly', 'semimonthly', 'monthly')),
  -- The first day of any one period of one or two weeks.
  period_anchor date,
  -- The first day of the leave year; null: the hire date.
  year_month smallint check (year_month between 1 and 12),
  year_day smallint check (year_day between 1 and 31),
  worked_minutes integer check (worked_minutes between 1 and 600000),
  -- After the hire date: when accrual starts, and from when it may be used.
  waiting_days smallint not null check (waiting_days between 0 and 1000),
  usable_after_days smallint not null check (usable_after_days between 0 and 1000),
  cap_minutes integer check (cap_minutes >= 0),
  -- What remains at the end of the leave year, and for how many months of the next one; null: all, and for good.
  carry_over_minutes integer check (carry_over_minutes >= 0),
  carry_over_months smallint check (carry_over_months between 1 and 12),
  prorates boolean not null,
  created_by integer references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check ((method = 'period') = (period is not null)),
  check (period is null or (period in ('weekly', 'biweekly')) = (period_anchor is not null)),
  check ((method = 'hours_worked') = (worked_minutes is not null)),
  check ((year_month is null) = (year_day is null)),
  check (carry_over_months is null or carry_over_minutes is distinct from 0)
);
create index time_off_rules_by_kind on time_off_rules (kind_id, effective_on);
create index time_off_rules_by_author on time_off_rules (created_by);

create table time_off_requests (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  kind_id integer not null references time_off_kinds (id),
  starts_on date not null,
  ends_on date not null check (ends_on between starts_on and starts_on + 366),
  portion text not null check (portion in ('full', 'morning', 'afternoon', 'hours')),
  -- The part of the day they are away, in minutes after midnight in the group's time zone.
  from_minute smallint not null check (from_minute between 0 and 1439),
  to_minute smallint not null check (to_minute > from_minute and to_minute <= 1440),
  reason text not null check (char_length(reason) <= 500),
  state text not null check (state in ('pending', 'approved', 'declined', 'withdrawn', 'canceled')),
  -- The request that this one takes the place of once it is approved.
  replaces_id integer references time_off_requests (id),
  decided_by integer references users (id),
  decided_at timestamptz,
  decision_reason text not null default '' check (char_length(decision_reason) <= 500),
  client_id uuid not null,
  created_by integer not null references users (id),
  created_at timestamptz not null default now(),
  version integer not null default 1,
  check (portion = 'full' or starts_on = ends_on),
  unique (created_by, client_id)
);
create index time_off_requests_of_person on time_off_requests (user_id, starts_on);
create index time_off_requests_by_kind on time_off_requests (kind_id);
create index time_off_requests_replaced on time_off_requests (replaces_id);
create index time_off_requests_by_decider on time_off_requests (decided_by);
create index time_off_requests_pending on time_off_requests (id) where state = 'pending';
create index time_off_requests_approved on time_off_requests (starts_on, ends_on) where state = 'approved';

-- The working time that a request takes, as counted when it was made.
create table time_off_days (
  request_id integer not null references time_off_requests (id),
  day date not null,
  minutes smallint not null check (minutes between 1 and 1440),
  primary key (request_id, day)
);
create index time_off_days_by_day on time_off_days (day);

create table time_off_events (
  id bigint generated always as identity primary key,
  request_id integer not null references time_off_requests (id),
  author_id integer references users (id),
  at timestamptz not null default now(),
  kind text not null,
  data jsonb not null
);
create index time_off_events_of_request on time_off_events (request_id, id);
create index time_off_events_by_author on time_off_events (author_id);

-- The balance on a day is the sum of all entries up to that day. What turns out different later is corrected by a
-- further entry with the same key.
create table time_off_ledger (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  kind_id integer not null references time_off_kinds (id),
  day date not null,
  type text not null check (type in ('accrual', 'used', 'adjusted', 'carried_over', 'expired')),
  minutes integer not null,
  -- Of `carried_over`: how much of the balance was carried into the new year.
  carried_minutes integer check ((type = 'carried_over') = (carried_minutes is not null)),
  -- The fact it is about: `accrual:period:2026-03-31`, `used:17:2026-12-01`.
  key text not null check (char_length(key) <= 60),
  note text not null default '' check (char_length(note) <= 300),
  rule_id integer references time_off_rules (id),
  request_id integer references time_off_requests (id),
  author_id integer references users (id),
  client_id uuid,
  recorded_at timestamptz not null default clock_timestamp(),
  unique (author_id, client_id)
);
create index time_off_ledger_of_person on time_off_ledger (user_id, kind_id, day);
create index time_off_ledger_by_kind on time_off_ledger (kind_id);
create index time_off_ledger_by_rule on time_off_ledger (rule_id);
create index time_off_ledger_by_request on time_off_ledger (request_id);
create trigger hours_are_never_rewritten before update or delete on time_off_ledger
  for each row execute function refuse_to_rewrite_hours();
create trigger hours_are_never_emptied before truncate on time_off_ledger
  for each statement execute function refuse_to_rewrite_hours();

-- The working time of each weekday, Sunday first. Without one it is Monday to Friday, eight hours.
create table time_off_patterns (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  effective_on date not null,
  minutes smallint[] not null check (cardinality(minutes) = 7
    and 0 <= all (minutes) and 1440 >= all (minutes)),
  set_by integer not null references users (id),
  set_at timestamptz not null default now(),
  unique (user_id, effective_on)
);
create index time_off_patterns_by_author on time_off_patterns (set_by);

create table time_off_holidays (
  id integer generated always as identity primary key,
  day date not null,
  name text not null check (char_length(name) between 1 and 60),
  -- Null: every store.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  created_by integer references users (id),
  unique nulls not distinct (day, store)
);
create index time_off_holidays_by_author on time_off_holidays (created_by);

create table time_off_blackouts (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 60),
  starts_on date not null,
  ends_on date check (ends_on >= starts_on),
  -- Only the last days of each month between the two; otherwise all days.
  last_days smallint check (last_days between 1 and 15),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text check (department in
    ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  -- Otherwise it only warns.
  refuses boolean not null,
  created_by integer references users (id),
  check (ends_on is not null or last_days is not null)
);
create index time_off_blackouts_by_author on time_off_blackouts (created_by);

-- The status that was set for someone who is away: once, so that the status they choose themselves stays.
create table time_off_statuses (
  user_id integer primary key references users (id),
  until timestamptz not null,
  set_at timestamptz not null default now()
);

-- The days of the group's time zone whose accruals are posted for everyone.
create table time_off_runs (
  day date primary key,
  finished_at timestamptz not null default now()
);
