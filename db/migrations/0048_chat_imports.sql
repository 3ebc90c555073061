-- Exports of other chats that were brought in: read first, planned, then run group by group.
create table chat_imports (
  id integer generated always as identity primary key,
  client_id uuid not null,
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default now(),
  -- By whose rights the present step works.
  run_by integer not null references users (id),
  file_name text not null check (char_length(file_name) between 1 and 200),
  size_bytes bigint not null,
  -- Null once nothing more is to be taken from it.
  storage_key uuid,
  kind text check (kind in ('slack', 'mattermost')),
  workspace text not null default '',
  -- What tells one workspace from another, whatever it is called.
  workspace_key text not null default '',
  state text not null check (state in
    ('reading', 'read', 'importing', 'imported', 'undoing', 'undone', 'failed')),
  -- What was read is still kept, so that a run can begin or go on.
  is_kept boolean not null default false,
  wants_stop boolean not null default false,
  failure text not null default '',
  done_count integer not null default 0,
  total_count integer not null default 0,
  with_files boolean not null default true,
  message_count integer not null default 0,
  file_count integer not null default 0,
  file_bytes bigint not null default 0,
  from_at timestamptz(3),
  until_at timestamptz(3),
  channels_brought integer not null default 0,
  messages_brought integer not null default 0,
  reactions_brought integer not null default 0,
  files_brought integer not null default 0,
  kept_count integer not null default 0,
  unique (created_by, client_id)
);
create index chat_imports_by_runner on chat_imports (run_by);
-- One at a time: they would stand in each other's way, and what they bring in is for everybody.
create unique index chat_imports_at_work on chat_imports ((true))
  where state in ('reading', 'importing', 'undoing');

-- Keys of exports on their way in, noted before their bytes.
create table chat_import_loose_files (
  storage_key uuid primary key,
  since timestamptz(3) not null default now()
);

create table chat_import_people (
  import_id integer not null references chat_imports (id),
  source_id text not null,
  place integer not null,
  name text not null,
  -- The @word others call them by.
  handle text not null default '',
  email text not null default '',
  message_count integer not null default 0,
  user_id integer references users (id),
  matched_by text check (matched_by in ('email', 'hand')),
  primary key (import_id, source_id),
  check ((user_id is null) = (matched_by is null))
);
create index chat_import_people_by_user on chat_import_people (user_id) where user_id is not null;

create table chat_import_channels (
  import_id integer not null references chat_imports (id),
  place integer not null,
  source_id text not null,
  kind text not null check (kind in ('public', 'private', 'group', 'direct')),
  name text not null default '',
  description text not null default '',
  creator text,
  member_ids text[] not null default '{}',
  created_at timestamptz(3),
  is_archived boolean not null default false,
  message_count integer not null default 0,
  chosen boolean not null default true,
  -- How far a run has come.
  cursor_us bigint not null default -1,
  cursor_nth integer not null default -1,
  is_done boolean not null default false,
  primary key (import_id, place),
  unique (import_id, source_id)
);

-- What an export says, in the order of time, until it is brought in or forgotten.
create table chat_import_messages (
  import_id integer not null references chat_imports (id),
  channel integer not null,
  -- Microseconds since 1970; with `nth` the place in the conversation.
  at_us bigint not null,
  nth integer not null,
  source_id text not null,
  author text,
  root_id text,
  body jsonb not null,
  primary key (import_id, channel, at_us, nth)
);

create table chat_import_problems (
  import_id integer not null references chat_imports (id),
  place integer generated always as identity,
  at text not null,
  error text not null,
  count integer not null default 1,
  primary key (import_id, at, error)
);

-- Which conversation an exported one is here: a later export of the same workspace adds to it.
create table chat_import_conversations (
  kind text not null,
  workspace_key text not null,
  source_id text not null,
  channel_id text not null unique references chat_channels (id) on delete cascade,
  -- The import that made it.
  import_id integer not null references chat_imports (id),
  -- The revision the latest import left; further on somebody has used it since.
  rev bigint not null default 0,
  primary key (kind, workspace_key, source_id)
);
create index chat_import_conversations_by_import on chat_import_conversations (import_id);

-- Under whose name a message came in: it is not brought in twice if somebody else is matched by then.
create table chat_import_sent (
  client_msg_id uuid primary key,
  channel_id text not null references chat_channels (id) on delete cascade,
  sender_id integer not null
);
create index chat_import_sent_by_channel on chat_import_sent (channel_id);
