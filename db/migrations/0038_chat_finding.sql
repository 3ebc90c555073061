-- What somebody has not read is how far the channel is ahead of their pointer, less what they wrote
-- themselves and what was taken back: both few, and counted from these alone. The first also answers who
-- looks for what one person said.
create index chat_messages_by_sender on chat_messages (channel_id, sender_id, seq) where seq is not null;
create index chat_messages_taken_back on chat_messages (channel_id, seq) include (sender_id)
  where deleted_at is not null;

-- What the public channels are looked for by, the name first. A line for each field: what is searched for
-- holds no line break, so a match never spans two.
alter table chat_channels add column search_text text not null generated always as (
  case when type = 'public' then folded(name || E'\n' || description) else '' end
) stored;
