create table notifications (
  id bigint generated always as identity primary key,
  user_id integer not null references users (id),
  created_at timestamptz not null default now(),
  -- The fact it tells of: one person hears of it once. Sorted by bytes, so that prefixes and ranges of it
  -- can be asked for.
  key text collate "C" check (char_length(key) between 1 and 200),
  title text not null check (char_length(title) <= 200),
  message text not null check (char_length(message) <= 1000),
  type text not null check (type in ('error', 'warning', 'info', 'success', 'default')),
  -- A path of this application.
  action_url text check (action_url ~ '^/([^/\\]|$)' and char_length(action_url) <= 500),
  action_label text check (char_length(action_label) <= 100),
  -- The conversation the path leads into.
  channel_id text,
  urgent boolean not null default false,
  read_at timestamptz,
  -- A removed one keeps its key for a while, so that the same fact is not told again; its words are gone.
  removed_at timestamptz,
  -- When the devices of somebody who is away are told; null once that is settled.
  push_at timestamptz,
  -- Whether it goes into the mail about what stayed unread, and when it did.
  digest boolean not null default false,
  mailed_at timestamptz,
  unique (user_id, key)
  -- Reading and removing change rows in place.
) with (fillfactor = 80);
create index notifications_by_person on notifications (user_id, id) where removed_at is null;
create index notifications_unread on notifications (user_id)
  where read_at is null and removed_at is null;
create index notifications_by_key on notifications (key) where removed_at is null;
create index notifications_by_age on notifications (created_at);
create index notifications_to_push on notifications (push_at) where push_at is not null;
create index notifications_to_mail on notifications (created_at)
  where digest and mailed_at is null and read_at is null and removed_at is null;

-- What signs our pushes, the same for every instance: browsers subscribe to this one key pair.
create table push_keys (
  only_one boolean primary key default true check (only_one),
  public_key bytea not null check (length(public_key) = 65),
  private_key bytea not null check (length(private_key) = 32),
  created_at timestamptz not null default now()
);

-- A browser that may be told while it shows nothing of ours; as long as the session in it lasts.
create table push_subscriptions (
  id integer generated always as identity primary key,
  user_id integer not null references users (id),
  session_id uuid not null unique references sessions (id) on delete cascade,
  -- Whoever knows it can reach the device: never shown, never logged.
  endpoint text not null unique check (char_length(endpoint) <= 1000),
  public_key bytea not null check (length(public_key) = 65),
  auth_secret bytea not null check (length(auth_secret) = 16),
  created_at timestamptz not null default now()
);
create index push_subscriptions_by_person on push_subscriptions (user_id);

-- What is on its way to a device. Who takes a row moves it ahead in time, so that it is tried again
-- should they die with it.
create table push_deliveries (
  notification_id bigint not null references notifications (id) on delete cascade,
  subscription_id integer not null references push_subscriptions (id) on delete cascade,
  due_at timestamptz not null default now(),
  attempts integer not null default 0,
  primary key (notification_id, subscription_id)
);
create index push_deliveries_due on push_deliveries (due_at);
create index push_deliveries_by_subscription on push_deliveries (subscription_id);

-- The tabs somebody looks at right now, written again and again while they do.
create table notification_focus (
  connection_id uuid primary key,
  user_id integer not null references users (id),
  seen_at timestamptz not null default now()
) with (fillfactor = 50);
create index notification_focus_by_person on notification_focus (user_id);
