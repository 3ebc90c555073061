-- A card is a message that other rooms write and change: its words are theirs and cannot be edited.
alter table chat_messages drop constraint chat_messages_message_type_check;
alter table chat_messages add constraint chat_messages_message_type_check
  check (message_type in ('text', 'poll', 'system', 'card'));
