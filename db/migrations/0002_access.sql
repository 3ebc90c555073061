create table credentials (
  user_id integer primary key references users (id),
  -- Argon2id in PHC form; null until the person has chosen a password.
  password_hash text,
  must_change_password boolean not null default false,
  changed_at timestamptz not null default now()
);

create table sessions (
  id uuid primary key default gen_random_uuid(),
  user_id integer not null references users (id),
  -- SHA-256 of the cookie: a leaked table signs nobody in.
  token_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now(),
  expires_at timestamptz not null,
  ended_at timestamptz,
  user_agent text not null default '',
  ip text not null default ''
);
create index sessions_open_by_user on sessions (user_id) where ended_at is null;

create table password_resets (
  token_hash bytea primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_resets_open_by_user on password_resets (user_id) where used_at is null;
