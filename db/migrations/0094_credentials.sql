-- Credentials: licenses, certifications and checks of employees, with the day each expires.
create table credential_kinds (
  id integer generated always as identity primary key,
  name text not null check (char_length(name) between 1 and 80),
  -- Without a valid one, someone whose job needs it may not sell, or may not drive stock.
  is_for_selling boolean not null default false,
  is_for_driving boolean not null default false,
  -- Holds at one store only: some states tie a salesperson's license to one dealer.
  by_store boolean not null default false,
  must_expire boolean not null default true,
  -- How long it usually holds, as a suggestion for the next expiry; null: differs.
  valid_months smallint check (valid_months between 1 and 240),
  -- Days after expiry in which nothing is forbidden yet.
  grace_days smallint not null default 0 check (grace_days between 0 and 365),
  is_number_private boolean not null default false,
  is_archived boolean not null default false,
  position smallint not null default 0,
  version integer not null default 1
);
create unique index credential_kinds_name on credential_kinds (lower(name)) where not is_archived;

-- Whose jobs need a kind: those for whom one of its rows holds. Null stands for any.
create table credential_requirements (
  id integer generated always as identity primary key,
  kind_id integer not null references credential_kinds (id),
  department text check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  job_title text check (char_length(job_title) between 1 and 100),
  store text check (store in ('ford', 'hyundai', 'chevrolet'))
);
create index credential_requirements_of_kind on credential_requirements (kind_id);

create table employee_credentials (
  id integer generated always as identity primary key,
  client_id uuid not null,
  user_id integer not null references employees (user_id),
  kind_id integer not null references credential_kinds (id),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  -- The latest verified one; null until the first is verified.
  term_id integer,
  revoked_on date,
  revoked_by integer references users (id),
  revoke_reason text check (char_length(revoke_reason) between 1 and 200),
  removed_at timestamptz(3),
  removed_by integer references users (id),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  version integer not null default 1,
  check ((revoked_on is null) = (revoked_by is null) and (revoked_on is null) = (revoke_reason is null)),
  check ((removed_at is null) = (removed_by is null)),
  unique (created_by, client_id)
);
create index employee_credentials_of_employee on employee_credentials (user_id, kind_id);
create index employee_credentials_of_kind on employee_credentials (kind_id);
create index employee_credentials_revoked_by on employee_credentials (revoked_by) where revoked_by is not null;
create index employee_credentials_removed_by on employee_credentials (removed_by) where removed_by is not null;

-- Each time a credential was issued or renewed.
create table credential_terms (
  id integer generated always as identity primary key,
  client_id uuid not null,
  credential_id integer not null references employee_credentials (id),
  number text not null default '' check (char_length(number) <= 60),
  -- In place of `number`, where the number is private.
  sealed_number jsonb,
  issuer text not null default '' check (char_length(issuer) <= 100),
  region text check (region ~ '^[A-Z]{2}$'),
  class text not null default '' check (char_length(class) <= 40),
  restrictions text not null default '' check (char_length(restrictions) <= 100),
  issued_on date,
  expires_on date,
  state text not null check (state in ('submitted', 'verified', 'returned', 'withdrawn')),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  decided_by integer references users (id),
  decided_at timestamptz(3),
  reason text check (char_length(reason) between 1 and 200),
  check (number = '' or sealed_number is null),
  check (expires_on > issued_on),
  check ((state = 'submitted') = (decided_at is null) and (decided_at is null) = (decided_by is null)),
  check ((reason is not null) = (state = 'returned')),
  unique (created_by, client_id)
);
create index credential_terms_of_credential on credential_terms (credential_id);
create unique index credential_terms_submitted on credential_terms (credential_id) where state = 'submitted';
create index credential_terms_waiting on credential_terms (created_at, id) where state = 'submitted';
create index credential_terms_decided_by on credential_terms (decided_by) where decided_by is not null;
alter table employee_credentials add foreign key (term_id) references credential_terms (id);
create index employee_credentials_by_term on employee_credentials (term_id) where term_id is not null;

-- Which reminders of a term were sent: each once, and none of those that a later one overtook.
create table credential_reminders (
  term_id integer not null references credential_terms (id),
  step text not null check (step in ('90', '60', '30', '7', 'expired')),
  sent_at timestamptz(3) not null default clock_timestamp(),
  primary key (term_id, step)
);

-- What follows where someone may not sell or drive: one row for the group.
create table credential_settings (
  is_only boolean primary key default true check (is_only),
  selling text not null default 'warn' check (selling in ('off', 'warn', 'refuse')),
  driving text not null default 'warn' check (driving in ('off', 'warn', 'refuse')),
  version integer not null default 1
);
insert into credential_settings default values;

with kinds as (
  insert into credential_kinds (name, is_for_selling, is_for_driving, by_store, must_expire, valid_months,
    grace_days, is_number_private, position)
  values
    ('Salesperson license', true, false, true, true, 24, 0, false, 1),
    ('Driver license', false, true, false, true, 48, 0, true, 2),
    ('Driving record (MVR) check', false, true, false, true, 12, 30, false, 3),
    ('Proof of insurance', false, false, false, true, 6, 0, true, 4),
    ('ASE certification', false, false, false, true, 60, 0, false, 5),
    ('Manufacturer training', false, false, false, false, null, 0, false, 6),
    ('EPA 609 certification', false, false, false, false, null, 0, false, 7),
    ('Forklift operator', false, false, false, true, 36, 0, false, 8),
    ('Hazmat training', false, false, false, true, 36, 0, false, 9),
    ('First aid and CPR', false, false, false, true, 24, 0, false, 10)
  returning id, name)
insert into credential_requirements (kind_id, department, job_title)
  select kinds.id, department, job_title from kinds join (values
    ('Salesperson license', 'sales', null),
    ('Driver license', 'sales', null),
    ('Driver license', 'service', null),
    ('Driver license', 'parts', null),
    ('Driving record (MVR) check', 'sales', null),
    ('Driving record (MVR) check', 'service', null),
    ('Driving record (MVR) check', 'parts', null),
    ('EPA 609 certification', 'service', 'Technician'),
    ('EPA 609 certification', 'service', 'Service technician'),
    ('Hazmat training', 'parts', null)
  ) need (name, department, job_title) on need.name = kinds.name;
