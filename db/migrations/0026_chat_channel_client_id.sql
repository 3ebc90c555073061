-- Sent again because its answer was lost, a channel is still one channel.
alter table chat_channels add column client_id uuid;
create unique index chat_channels_client_id_key on chat_channels (created_by, client_id);
