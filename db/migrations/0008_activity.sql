create extension if not exists pg_trgm;

create table activity_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  -- Null where nobody was signed in.
  actor_id integer references users (id),
  -- As they were called then: a log that changes with a name is none.
  actor_name text not null,
  action text not null check (action ~ '^[a-z_]+\.[a-z_]+$'),
  subject_type text not null,
  subject_id text,
  subject_name text not null,
  -- Only the fields that changed.
  before jsonb,
  after jsonb,
  ip text not null default '',
  search_text text not null generated always as (
    lower(actor_name || chr(10) || subject_name || chr(10) || action || chr(10) || ip)
  ) stored
);
create index activity_by_actor on activity_log (actor_id, id desc);
create index activity_by_subject on activity_log (subject_id, id desc);
create index activity_by_action on activity_log (action, id desc);
create index activity_by_time on activity_log (at);
create index activity_by_text on activity_log using gin (search_text gin_trgm_ops);

-- Whoever gets hold of the server still cannot rewrite what was done.
create function refuse_to_rewrite_activity() returns trigger language plpgsql as $$
begin
  raise exception 'The activity log is only ever added to';
end
$$;
create trigger activity_is_never_rewritten before update or delete on activity_log
  for each row execute function refuse_to_rewrite_activity();
create trigger activity_is_never_emptied before truncate on activity_log
  for each statement execute function refuse_to_rewrite_activity();
