-- How a store takes its leads.
create table lead_desks (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  -- The first answer is late after so many minutes of open hours.
  limit_minutes integer not null default 15 check (limit_minutes between 1 and 1440),
  in_turn boolean not null default true,
  -- Monday first; null for a day it stays closed.
  hours jsonb not null default '[
    {"opens": "08:30", "closes": "19:00"}, {"opens": "08:30", "closes": "19:00"},
    {"opens": "08:30", "closes": "19:00"}, {"opens": "08:30", "closes": "19:00"},
    {"opens": "08:30", "closes": "19:00"}, {"opens": "09:00", "closes": "18:00"}, null]'
    check (jsonb_typeof(hours) = 'array' and jsonb_array_length(hours) = 7),
  version integer not null default 1
);
insert into lead_desks (store) values ('ford'), ('hyundai'), ('chevrolet');

-- Who takes part in the turns, and when it was last theirs.
create table lead_members (
  store text not null references lead_desks (store),
  user_id integer not null references users (id) on delete cascade,
  accepts boolean not null default true,
  last_given_at timestamptz,
  primary key (store, user_id)
);
create index lead_members_by_user on lead_members (user_id);

-- An advert or site leads come from.
create table lead_sources (
  id integer generated always as identity primary key,
  client_id uuid not null default gen_random_uuid(),
  store text not null references lead_desks (store),
  name text not null check (char_length(name) between 1 and 60),
  type text not null
    check (type in ('internet', 'phone', 'walk_in', 'service', 'referral', 'previous')),
  -- Of the key it hands leads in with; the key itself is nowhere.
  key_hash bytea unique check (octet_length(key_hash) = 32),
  is_active boolean not null default true,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default now(),
  unique (created_by, client_id)
);
create unique index lead_sources_by_name on lead_sources (store, lower(name));

-- One buying interest of one customer; never deleted.
create table leads (
  id integer generated always as identity primary key,
  -- Its author's own id for it: sent twice, it is one.
  client_id uuid not null default gen_random_uuid(),
  store text not null references lead_desks (store),
  customer_id integer not null references customers (id),
  type text not null
    check (type in ('internet', 'phone', 'walk_in', 'service', 'referral', 'previous')),
  source_id integer references lead_sources (id),
  -- The source's own number for it.
  external_id text check (char_length(external_id) between 1 and 200),
  status text not null default 'new' check (status in
    ('new', 'contacted', 'appointment', 'showed', 'sold', 'lost', 'duplicate')),
  lost_reason text check (lost_reason in ('no_answer', 'bought_elsewhere', 'price', 'credit',
    'not_in_stock', 'not_buying', 'wrong_contact', 'other')),
  check ((lost_reason is not null) = (status = 'lost')),
  assignee_id integer references users (id),
  -- Cars wanted, the one wanted most first, and in words for cards and the search.
  interests jsonb not null default '[]' check (jsonb_typeof(interests) = 'array'),
  interest text not null default '' check (char_length(interest) <= 300),
  cars text not null default '',
  search_text text not null generated always as (folded(cars)) stored,
  -- The one wanted most, where it is of the stock.
  vehicle_id integer references vehicles (id),
  trade jsonb check (jsonb_typeof(trade) = 'object'),
  comments text not null default '' check (char_length(comments) <= 4000),
  received_at timestamptz(3) not null default now(),
  -- When the first answer is late, by the hours of the store; kept for the answered ones too.
  due_at timestamptz(3) not null,
  answered_at timestamptz(3) check (answered_at >= received_at),
  -- In open hours.
  answer_seconds integer check (answer_seconds >= 0),
  check ((answered_at is null) = (answer_seconds is null)),
  check (status <> 'new' or answered_at is null),
  -- When it was noted that nobody had answered in time.
  late_at timestamptz(3),
  appointment_at timestamptz(3),
  appointment_id integer references customer_appointments (id) on delete set null,
  -- When it first came this far.
  appointment_set_at timestamptz(3),
  showed_at timestamptz(3),
  sold_at timestamptz(3),
  last_at timestamptz(3) not null default now(),
  version integer not null default 1,
  -- Null: it was handed in by its source.
  created_by integer references users (id),
  is_open boolean not null generated always as
    (status in ('new', 'contacted', 'appointment', 'showed')) stored,
  -- The clock runs.
  is_waiting boolean not null generated always as
    (answered_at is null and status in ('new', 'contacted', 'appointment', 'showed')) stored,
  unique (created_by, client_id),
  unique (source_id, external_id)
);
create index leads_by_day on leads (received_at desc, id desc);
create index leads_by_store on leads (store, received_at desc, id desc);
create index leads_open on leads (store, status) where is_open;
create index leads_waiting on leads (due_at) where is_waiting;
create index leads_by_customer on leads (customer_id, received_at desc);
create index leads_by_assignee on leads (assignee_id, received_at desc) where assignee_id is not null;
create index leads_by_vehicle on leads (vehicle_id) where vehicle_id is not null;
create index leads_by_appointment on leads (appointment_id) where appointment_id is not null;
create index leads_by_search_text on leads using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

create table lead_events (
  id bigint generated always as identity primary key,
  lead_id integer not null references leads (id),
  kind text not null check (kind in
    ('received', 'resent', 'assigned', 'answered', 'status', 'changed', 'late')),
  -- Null: the house itself.
  author_id integer references users (id),
  -- Of an answer: sent twice, it is one.
  client_id uuid,
  at timestamptz(3) not null default clock_timestamp(),
  data jsonb not null default '{}',
  check ((client_id is not null) = (kind = 'answered' and author_id is not null)),
  unique (author_id, client_id)
);
create index lead_events_of_lead on lead_events (lead_id, id);

-- What a source handed in, taken or refused.
create table lead_deliveries (
  id bigint generated always as identity primary key,
  source_id integer not null references lead_sources (id),
  at timestamptz(3) not null default clock_timestamp(),
  outcome text not null check (outcome in ('created', 'updated', 'refused')),
  lead_id integer references leads (id),
  check ((lead_id is null) = (outcome = 'refused')),
  problem text not null default '' check (char_length(problem) <= 500),
  check ((problem <> '') = (outcome = 'refused')),
  bytes integer not null check (bytes >= 0),
  -- Word for word; of several leads that came as one message it stands with the first of them.
  raw text,
  within_id bigint references lead_deliveries (id),
  check ((raw is null) = (within_id is not null))
);
create index lead_deliveries_by_source on lead_deliveries (source_id, id desc);
create index lead_deliveries_by_lead on lead_deliveries (lead_id, id desc) where lead_id is not null;
create index lead_deliveries_within on lead_deliveries (within_id) where within_id is not null;

create function refuse_to_rewrite_leads() returns trigger language plpgsql as $$
begin
  raise exception 'What happened to a lead is only ever added to';
end
$$;
create trigger lead_events_are_never_rewritten before update or delete on lead_events
  for each row execute function refuse_to_rewrite_leads();
create trigger leads_are_never_deleted before delete on leads
  for each row execute function refuse_to_rewrite_leads();
