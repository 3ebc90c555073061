-- Browsers on which somebody has signed in before. Guesses from elsewhere do not count against them, and a
-- sign-in on another one is worth a mail.
create table known_devices (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  -- SHA-256 of the browser's cookie; people who share a browser share it.
  token_hash bytea not null,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  unique (user_id, token_hash)
);
create index known_devices_by_token on known_devices (token_hash);

-- How long administrative changes need no password: it moves on while the person makes such changes.
alter table sessions
  add column confirmed_until timestamptz not null default now() + interval '60 minutes';
