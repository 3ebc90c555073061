alter table chat_messages
  -- Place in the channel's timeline; a reply that stays in its thread has none.
  alter column seq drop not null,
  drop constraint chat_messages_content_check,
  add constraint chat_messages_content_check check (char_length(content) <= 16000),
  add column message_type text not null default 'text'
    check (message_type in ('text', 'poll', 'system')),
  add column metadata jsonb,
  -- The message the thread hangs on, and the reply's place in it: 1, 2, 3 … without holes.
  add column thread_id uuid references chat_messages (id),
  add column thread_seq bigint,
  -- What hangs on this message; kept by whoever adds or deletes a reply, under the channel's row lock.
  add column reply_count integer not null default 0,
  add column last_thread_seq bigint not null default 0,
  add column last_reply_at timestamptz,
  add column replier_ids integer[] not null default '{}',
  add column reply_to_id uuid references chat_messages (id),
  add column mentions_channel boolean not null default false,
  -- [{"emoji", "users": [ids]}], changed under the channel's row lock.
  add column reactions jsonb not null default '[]',
  add column attachments jsonb not null default '[]',
  add column pinned_at timestamptz,
  add column pinned_by integer references users (id),
  add column edited_at timestamptz,
  add column deleted_at timestamptz,
  add column deleted_by integer references users (id),
  add constraint chat_messages_thread_check check ((thread_id is null) = (thread_seq is null)),
  add constraint chat_messages_place_check check (seq is not null or thread_id is not null);

create unique index chat_messages_thread_key on chat_messages (thread_id, thread_seq)
  where thread_id is not null;
-- Mentions are counted from these, never kept as a number that could go wrong; from the index alone.
create index chat_messages_with_mentions on chat_messages (channel_id, seq)
  include (sender_id, mentions_channel, mentioned_user_ids, deleted_at)
  where mentions_channel or mentioned_user_ids <> '{}';
create index chat_messages_pinned on chat_messages (channel_id, pinned_at)
  where pinned_at is not null;

-- What a message said before it was edited.
create table chat_message_edits (
  message_id uuid not null references chat_messages (id),
  -- 1, 2, 3 …: the order of the versions.
  version integer not null,
  content text not null,
  -- Until when it said so.
  replaced_at timestamptz not null,
  primary key (message_id, version)
);

-- Files people brought in; whether anybody may see one is decided by the messages that carry it.
create table chat_uploads (
  -- Chosen by whoever brings it in, so that the same upload twice is one.
  id uuid primary key,
  uploader_id integer not null references users (id),
  -- As the person named it: only ever shown.
  name text not null check (char_length(name) between 1 and 255),
  -- By content, never by name.
  mime_type text not null,
  size_bytes bigint not null check (size_bytes > 0),
  -- Of pictures that could be read, and only of those.
  width integer,
  height integer,
  duration_ms integer,
  has_thumbnail boolean not null default false,
  -- Where the bytes lie in the storage.
  storage_key uuid not null unique default gen_random_uuid(),
  created_at timestamptz not null default now(),
  constraint chat_uploads_picture_check check ((width is null) = (height is null))
);
create index chat_uploads_by_uploader on chat_uploads (uploader_id, created_at);
create index chat_uploads_by_age on chat_uploads (created_at);

-- Bytes that no upload stands for: those being brought in, and those of uploads let go of. A key is noted
-- before its bytes are written, so that whatever breaks off in between is found and deleted.
create table chat_loose_files (
  storage_key uuid primary key,
  since timestamptz not null default now()
);

-- Which messages carry a file: whoever may read one of them may read the file.
create table chat_attachments (
  upload_id uuid not null references chat_uploads (id),
  message_id uuid not null references chat_messages (id),
  primary key (upload_id, message_id)
);
create index chat_attachments_by_message on chat_attachments (message_id);
