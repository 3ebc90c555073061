-- Which message it quotes, and whether a reply in a thread also goes to the channel's timeline.
alter table chat_scheduled add column reply_to_id uuid references chat_messages (id),
  add column also_to_channel boolean not null default false;
create index chat_scheduled_by_original on chat_scheduled (reply_to_id) where reply_to_id is not null;
