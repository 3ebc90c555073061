-- By person, where in a timeline others name them: what is unread of it is one short range per channel,
-- however many others are named there. A copy of what the messages say, in their own transactions.
create table chat_mentioned (
  user_id integer not null,
  channel_id text not null,
  seq bigint not null,
  primary key (user_id, channel_id, seq)
);
create index chat_mentioned_by_message on chat_mentioned (channel_id, seq);
-- Those that name everybody are few, and are not copied for each of them.
create index chat_messages_for_everybody on chat_messages (channel_id, seq)
  include (sender_id, mentioned_user_ids) where mentions_channel;

create function note_mentioned() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' then
    delete from chat_mentioned where channel_id = old.channel_id and seq = old.seq;
  end if;
  if tg_op <> 'DELETE' then
    insert into chat_mentioned (user_id, channel_id, seq)
    select distinct named, new.channel_id, new.seq from unnest(new.mentioned_user_ids) as named
    where named <> new.sender_id;
  end if;
  return null;
end
$$;
-- Most messages name nobody, and pay nothing.
create trigger chat_messages_said_mentioned after insert on chat_messages for each row
  when (new.mentioned_user_ids <> '{}' and new.seq is not null) execute function note_mentioned();
create trigger chat_messages_changed_mentioned
  after update of mentioned_user_ids on chat_messages for each row
  when (new.mentioned_user_ids <> old.mentioned_user_ids and new.seq is not null)
  execute function note_mentioned();
create trigger chat_messages_gone_mentioned after delete on chat_messages for each row
  when (old.mentioned_user_ids <> '{}' and old.seq is not null) execute function note_mentioned();
-- Also where other triggers are passed over: what is derived has to follow whatever is written.
alter table chat_messages enable always trigger chat_messages_said_mentioned,
  enable always trigger chat_messages_changed_mentioned,
  enable always trigger chat_messages_gone_mentioned;

insert into chat_mentioned (user_id, channel_id, seq)
select distinct named, m.channel_id, m.seq
from chat_messages m cross join lateral unnest(m.mentioned_user_ids) as named
where m.seq is not null and m.mentioned_user_ids <> '{}' and named <> m.sender_id;
