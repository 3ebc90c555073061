-- Noted before a file is read for the search: one during which the server died is not read again.
alter table chat_file_texts add column tried_at timestamptz;
