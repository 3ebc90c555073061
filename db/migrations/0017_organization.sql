-- What holds for the whole group, each under a name of its own; who changed it is in the activity log.
create table organization_settings (
  name text primary key,
  value jsonb not null,
  changed_at timestamptz not null default now()
);
