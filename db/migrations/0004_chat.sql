create table chat_channels (
  id text primary key check (id ~ '^[a-z0-9][a-z0-9-]*$'),
  type text not null check (type in ('all', 'sales', 'service', 'management', 'integrations', 'direct')),
  name text not null,
  description text not null default '',
  position integer not null default 0,
  -- A direct channel's two people; the same one twice for notes to oneself.
  user_low integer references users (id),
  user_high integer references users (id),
  -- Both are bumped in the sending transaction, so they have no holes and follow commit order:
  -- last_seq counts messages, last_rev counts every change.
  last_seq bigint not null default 0,
  last_rev bigint not null default 0,
  last_message_at timestamptz,
  created_at timestamptz not null default now(),
  check ((user_low is null) = (type <> 'direct')),
  check ((user_high is null) = (type <> 'direct')),
  check (type <> 'direct' or id = 'dm-' || user_low || '-' || user_high),
  check (user_low <= user_high),
  unique (user_low, user_high)
  -- Every message updates its channel's row; the room left in each page keeps that off the indexes.
) with (fillfactor = 50);
create index chat_channels_by_high on chat_channels (user_high) where type = 'direct';

create table chat_messages (
  id uuid primary key,
  channel_id text not null references chat_channels (id),
  seq bigint not null,
  rev bigint not null,
  sender_id integer not null references users (id),
  client_msg_id uuid not null,
  content text not null check (char_length(content) between 1 and 16000),
  -- Who the @words named when it was written: a name given to somebody else later names nobody here.
  mentioned_user_ids integer[] not null default '{}',
  created_at timestamptz not null,
  unique (channel_id, seq),
  -- For all time and every instance: a repeated send is the same send.
  unique (sender_id, client_msg_id)
);
create index chat_messages_by_rev on chat_messages (channel_id, rev);

insert into chat_channels (id, type, name, description, position) values
  ('general', 'all', 'General', 'News for everybody in the group', 1),
  ('sales', 'sales', 'Sales', 'Deals, trades and the ups log', 2),
  ('service', 'service', 'Service', 'The drive, the shop and parts', 3),
  ('management', 'management', 'Management', 'For managers of the stores', 4),
  ('integrations', 'integrations', 'Integrations', 'What other systems report', 5);
