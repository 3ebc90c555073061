-- What was done or cancelled, the latest first: in all conversations, in one, and of one person.
create index chat_requests_closed on chat_requests (closed_at desc, message_id desc)
  where closed_at is not null;
create index chat_requests_closed_by_channel on chat_requests
  (channel_id, closed_at desc, message_id desc) where closed_at is not null;
