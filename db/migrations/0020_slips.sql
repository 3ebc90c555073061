-- Words with customer data are sent only by who says that they mean it; for later, it is said beforehand.
alter table chat_scheduled add accepts_sensitive boolean not null default false;

-- What must not stand in a message: read by opening it, for a time. Its message is a card that knows
-- nothing of the content.
create table slips (
  id uuid primary key,
  message_id uuid not null unique references chat_messages (id),
  channel_id text not null references chat_channels (id),
  author_id integer not null references users (id),
  label text not null check (char_length(label) between 1 and 100),
  -- Null: everybody who reads the channel.
  recipient_ids integer[] check (cardinality(recipient_ids) > 0),
  once boolean not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null check (expires_at > created_at),
  revoked_at timestamptz,
  -- Encrypted under a key that is not in the database; gone once nobody may open it any more.
  sealed jsonb,
  destroyed_at timestamptz,
  check ((sealed is null) = (destroyed_at is not null))
);
create index slips_to_destroy on slips (expires_at) where sealed is not null;

-- Who has opened it, each time; kept when the content is gone.
create table slip_views (
  id bigint generated always as identity primary key,
  slip_id uuid not null references slips (id),
  user_id integer not null references users (id),
  opened_at timestamptz not null default now(),
  ip text not null,
  -- As the slip says: of two openings at the same moment one is refused.
  once boolean not null
);
create index slip_views_by_slip on slip_views (slip_id, id);
create unique index slip_views_once on slip_views (slip_id, user_id) where once;
