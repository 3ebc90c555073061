alter table users
  -- Grows with every change an administrator makes, so that a second editor is told.
  add column version integer not null default 1,
  add column status_message text check (char_length(status_message) between 1 and 100),
  add column status_until timestamptz;
