-- How far somebody has read a channel. Reading moves the pointer forward only; marking as unread sets it
-- outright under a new version, and reads that were under way with an older version change nothing.
create table chat_reads (
  user_id integer not null references users (id),
  channel_id text not null references chat_channels (id),
  last_read_seq bigint not null,
  version integer not null default 0,
  primary key (user_id, channel_id)
  -- The pointer moves all day; the room left in each page keeps that off the indexes.
) with (fillfactor = 70);
create index chat_reads_by_channel on chat_reads (channel_id);

-- Who follows a thread, and how far they have read it; the same rules.
create table chat_thread_members (
  user_id integer not null references users (id),
  thread_id uuid not null references chat_messages (id),
  following boolean not null,
  last_read_seq bigint not null default 0,
  version integer not null default 0,
  primary key (user_id, thread_id)
);
create index chat_thread_members_by_thread on chat_thread_members (thread_id) where following;

create table chat_stars (
  user_id integer not null references users (id),
  message_id uuid not null references chat_messages (id),
  starred_at timestamptz not null default now(),
  primary key (user_id, message_id)
);
create index chat_stars_by_time on chat_stars (user_id, starred_at);
create index chat_stars_by_message on chat_stars (message_id);

-- What somebody has begun to write, per channel and thread; the channel may not have begun yet.
create table chat_drafts (
  user_id integer not null references users (id),
  channel_id text not null,
  thread_id uuid references chat_messages (id),
  content text not null check (char_length(content) <= 16000),
  upload_ids uuid[] not null default '{}',
  updated_at timestamptz not null default now(),
  unique nulls not distinct (user_id, channel_id, thread_id)
);

create table chat_scheduled (
  -- Also the client id of the message it becomes, so that it is sent once.
  id uuid not null,
  user_id integer not null references users (id),
  channel_id text not null,
  thread_id uuid references chat_messages (id),
  content text not null check (char_length(content) <= 16000),
  upload_ids uuid[] not null default '{}',
  send_at timestamptz not null,
  state text not null default 'waiting' check (state in ('waiting', 'sent', 'failed')),
  -- Why it was not sent.
  failure text,
  created_at timestamptz not null default now(),
  primary key (user_id, id)
);
create index chat_scheduled_open on chat_scheduled (user_id, send_at) where state <> 'sent';
create index chat_scheduled_due on chat_scheduled (send_at) where state = 'waiting';

-- The rare ones of a channel, for who looks for them; the common ones are near in any case.
create index chat_messages_with_files on chat_messages (channel_id, seq) where attachments <> '[]';
create index chat_messages_of_a_kind on chat_messages (channel_id, seq)
  where message_type <> 'text';
