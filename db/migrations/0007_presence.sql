-- Who is here. A row is written again and again while the person has a connection on any instance, and
-- goes when nobody has seen them for a while: whoever takes it away tells the others.
create table presence_sightings (
  user_id integer primary key references users (id),
  -- Without an interruption that others could have noticed.
  here_since timestamptz not null default now(),
  seen_at timestamptz not null default now()
  -- Room in each page, so that the many updates stay in place.
) with (fillfactor = 40);

create index users_by_status_until on users (status_until) where status_until is not null;
