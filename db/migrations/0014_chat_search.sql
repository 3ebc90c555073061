-- What a search looks through. Derived from the messages and filled behind them, so that sending never
-- waits for it: these tables may be emptied at any time and fill again by themselves. Hence no references.
create table chat_search (
  message_id uuid primary key,
  channel_id text not null,
  created_at timestamptz not null,
  -- Null for a reply that stays in its thread.
  seq bigint,
  -- Folded words, codes without their punctuation, dates in one form, stems, and marks of who wrote it and
  -- what it has: everything is looked for in this one text, through one index.
  search_text text not null
) with (fillfactor = 90);
create index chat_search_by_time on chat_search (created_at, message_id);
create index chat_search_by_channel on chat_search (channel_id, created_at, message_id);
-- Filled in the background, where nobody waits for it; a search must not wade through what is not sorted in.
create index chat_search_by_text on chat_search using gin (search_text gin_trgm_ops)
  with (fastupdate = off);

-- Up to which revision each channel has been taken in.
create table chat_search_cursors (
  channel_id text primary key,
  rev bigint not null default 0
) with (fillfactor = 50);

-- What attached files say, read once per file.
create table chat_file_texts (
  upload_id uuid primary key,
  -- Null until it has been read; empty where there is nothing to read, or it could not be.
  content text
);
create table chat_search_files (
  message_id uuid not null,
  upload_id uuid not null,
  created_at timestamptz not null,
  search_text text not null,
  primary key (message_id, upload_id)
);
create index chat_search_files_by_time on chat_search_files (created_at, message_id);
create index chat_search_files_by_upload on chat_search_files (upload_id);
create index chat_search_files_by_text on chat_search_files using gin (search_text gin_trgm_ops)
  with (fastupdate = off);
