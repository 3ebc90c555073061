-- What reports of some days look for among the rows of years.
create index vehicles_gone on vehicles (store, gone_on) where gone_on is not null;
create index vehicle_recon_steps_left on vehicle_recon_steps (left_at) where left_at is not null;
-- Replies never change their thread, so only sending one writes here.
create index chat_messages_replies on chat_messages (created_at) where thread_id is not null;
