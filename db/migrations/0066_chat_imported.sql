-- Messages that came from another chat say so for good, also those that were imported before.
update chat_messages m
  set metadata = coalesce(m.metadata, '{}'::jsonb)
    || jsonb_build_object('imported', jsonb_build_object('from', c.kind))
  from chat_import_sent s
  join chat_import_conversations c on c.channel_id = s.channel_id
  where m.client_msg_id = s.client_msg_id and m.sender_id = s.sender_id and m.deleted_at is null;

-- What an undone import had brought in, kept for audits: an undo must not erase what somebody has read.
create table chat_import_undone (
  import_id integer not null references chat_imports (id),
  message_id uuid not null,
  channel_id text not null,
  channel_name text not null,
  sender_id integer not null references users (id),
  content text not null,
  -- Names of the files it carried.
  files text[] not null default '{}',
  written_at timestamptz not null,
  undone_at timestamptz(3) not null default now(),
  undone_by integer not null references users (id),
  primary key (import_id, message_id)
);
create index chat_import_undone_by_time on chat_import_undone (import_id, written_at, message_id);
create index chat_import_undone_by_sender on chat_import_undone (sender_id);
create index chat_import_undone_by_doer on chat_import_undone (undone_by);
