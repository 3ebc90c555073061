-- Recruiting: positions to be filled, and who applied for them.
create table recruiting_positions (
  id integer generated always as identity primary key,
  job_title text not null check (char_length(job_title) between 1 and 100),
  -- Null: of the whole group.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  department text not null
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  -- Who hires: they see the applicants.
  manager_id integer not null references users (id),
  openings smallint not null check (openings between 1 and 99),
  status text not null check (status in ('open', 'on_hold', 'filled', 'closed')),
  start_on date,
  note text not null default '' check (char_length(note) <= 2000),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  client_id uuid not null,
  version integer not null default 1,
  constraint recruiting_positions_client_id unique (created_by, client_id)
);
create index recruiting_positions_by_manager on recruiting_positions (manager_id);
create index recruiting_positions_by_status on recruiting_positions (status, store);

create table recruiting_applicants (
  id integer generated always as identity primary key,
  position_id integer not null references recruiting_positions (id),
  -- Of one who was erased, everything that says who they were is null or empty.
  first_name text check (char_length(first_name) between 1 and 100),
  last_name text check (char_length(last_name) between 1 and 100),
  email text check (char_length(email) between 3 and 254),
  -- E.164, with `;ext=` where there is an extension.
  phone text check (phone ~ '^[+][1-9][0-9]{7,14}(;ext=[0-9]{1,8})?$'),
  source text not null
    check (source in ('website', 'job_board', 'referral', 'agency', 'walk_in', 'internal', 'other')),
  referred_by integer references users (id),
  applied_on date not null,
  note text not null default '' check (char_length(note) <= 5000),
  stage text not null
    check (stage in ('applied', 'screening', 'interview', 'offer', 'hired', 'rejected', 'withdrawn')),
  stage_since timestamptz(3) not null default clock_timestamp(),
  reason text not null default '' check (char_length(reason) <= 200),
  -- The onboarding that began with the hire.
  run_id integer,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  client_id uuid not null,
  erased_at timestamptz(3),
  version integer not null default 1,
  constraint recruiting_applicants_client_id unique (created_by, client_id),
  check ((first_name is null) = (erased_at is not null)),
  check ((last_name is null) = (erased_at is not null)),
  check (erased_at is null or num_nonnulls(email, phone, referred_by) = 0 and note = '' and reason = '')
);
create index recruiting_applicants_of_position on recruiting_applicants (position_id, stage);
create index recruiting_applicants_referred_by on recruiting_applicants (referred_by) where referred_by is not null;
create index recruiting_applicants_to_erase on recruiting_applicants (stage_since)
  where stage in ('rejected', 'withdrawn') and erased_at is null;

create table recruiting_papers (
  applicant_id integer not null references recruiting_applicants (id),
  upload_id uuid not null primary key references chat_uploads (id),
  added_by integer not null references users (id),
  added_at timestamptz(3) not null default clock_timestamp()
);
create index recruiting_papers_of_applicant on recruiting_papers (applicant_id);
create index recruiting_papers_added_by on recruiting_papers (added_by);

create table recruiting_interviews (
  id integer generated always as identity primary key,
  applicant_id integer not null references recruiting_applicants (id),
  at timestamptz(3) not null,
  -- Room, phone number or link.
  place text not null default '' check (char_length(place) <= 200),
  interviewer_id integer not null references users (id),
  recommendation text check (recommendation in ('hire', 'unsure', 'do_not_hire')),
  feedback text not null default '' check (char_length(feedback) <= 5000),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default clock_timestamp(),
  client_id uuid not null,
  canceled_at timestamptz(3),
  version integer not null default 1,
  constraint recruiting_interviews_client_id unique (created_by, client_id)
);
create index recruiting_interviews_of_applicant on recruiting_interviews (applicant_id, at);
create index recruiting_interviews_of_interviewer on recruiting_interviews (interviewer_id);

create table recruiting_events (
  id bigint generated always as identity primary key,
  applicant_id integer not null references recruiting_applicants (id),
  author_id integer references users (id),
  at timestamptz(3) not null default clock_timestamp(),
  kind text not null,
  data jsonb not null
);
create index recruiting_events_of_applicant on recruiting_events (applicant_id, id desc);
create index recruiting_events_author on recruiting_events (author_id) where author_id is not null;
