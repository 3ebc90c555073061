create table avatars (
  user_id integer primary key references users (id),
  -- A small WebP of our own making, never the bytes that were sent.
  image bytea not null check (octet_length(image) <= 262144),
  etag text not null,
  updated_at timestamptz not null default now()
);
