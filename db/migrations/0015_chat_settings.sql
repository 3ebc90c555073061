-- What of the chat may interrupt somebody, and when. Who never saved anything has no row.
create table chat_settings (
  user_id integer primary key references users (id),
  -- Grows with every change, so that of two states known to a browser the later one stands.
  version integer not null default 1,
  all_messages boolean not null default true,
  mentions boolean not null default true,
  threads boolean not null default true,
  keywords boolean not null default false,
  keyword_list text[] not null default '{}',
  muted_channels text[] not null default '{}',
  -- {"channel": "all" | "mentions" | "nothing"}
  channel_levels jsonb not null default '{}',
  quiet_enabled boolean not null default false,
  -- In the time zone; an end not after the start is the next day's.
  quiet_start text not null default '09:00' check (quiet_start ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_end text not null default '17:00' check (quiet_end ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  quiet_timezone text not null default 'America/Los_Angeles',
  paused_until timestamptz,
  sound boolean not null default true
);

-- Since when people are told of what is said: what was there before is no news.
create table chat_telling_begun (
  only_one boolean primary key default true check (only_one),
  at timestamptz not null default now()
);

-- Up to which revision of each channel people have been told.
create table chat_telling_cursors (
  channel_id text primary key,
  rev bigint not null default 0
) with (fillfactor = 50);

-- The messages people were told of, as far as a later change may call somebody else: whom each of them
-- named. Kept for a month; what is older calls nobody any more.
create table chat_told (
  message_id uuid primary key,
  named integer[] not null,
  calls_channel boolean not null,
  told_at timestamptz not null default now()
);
create index chat_told_by_age on chat_told (told_at);

-- The conversation somebody has before their eyes right now, per tab; written again and again while they do.
create table chat_looking (
  connection_id uuid primary key,
  user_id integer not null references users (id),
  channel_id text,
  thread_id uuid,
  seen_at timestamptz not null default now()
) with (fillfactor = 50);
create index chat_looking_by_person on chat_looking (user_id);

alter table notifications
  -- It came while the person wanted no sound.
  add column silent boolean not null default false,
  -- Shown as a toast, of whatever type it is.
  add column toast boolean not null default false,
  -- Before then no mail tells of it.
  add column digest_from timestamptz;
