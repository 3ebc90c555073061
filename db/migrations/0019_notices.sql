-- What people must have read: who was asked when it was posted, and who has confirmed. It is kept as it
-- was, also where its message is gone or a name has changed: it is a proof.
create table notices (
  id uuid primary key,
  message_id uuid not null unique references chat_messages (id),
  channel_id text not null references chat_channels (id),
  author_id integer not null references users (id),
  author_name text not null,
  kind text not null check (kind in ('stop_sale', 'recall', 'policy', 'safety', 'price_change')),
  title text not null check (char_length(title) between 1 and 200),
  text text not null check (char_length(text) between 1 and 4000),
  -- Of the text in UTF-8, as hexadecimal digits.
  text_sha256 text not null check (text_sha256 ~ '^[0-9a-f]{64}$'),
  posted_at timestamptz not null,
  due_at timestamptz not null,
  -- When half of the time is over: who has not confirmed by then hears of it again.
  half_at timestamptz not null,
  half_told_at timestamptz,
  due_told_at timestamptz,
  -- By hand.
  reminded_at timestamptz,
  closed_at timestamptz,
  closed_by integer references users (id),
  -- The message was deleted, and nobody is told of it any more.
  withdrawn_at timestamptz
);
create index notices_by_channel on notices (channel_id);
create index notices_by_author on notices (author_id, posted_at);
create index notices_to_tell on notices (least(half_at, due_at))
  where due_told_at is null and closed_at is null and withdrawn_at is null;

create table notice_people (
  notice_id uuid not null references notices (id),
  user_id integer not null references users (id),
  -- As they were called then.
  name text not null,
  confirmed_at timestamptz,
  -- The address they confirmed from.
  confirmed_from text,
  reminded_at timestamptz,
  escalated_at timestamptz,
  primary key (notice_id, user_id),
  check ((confirmed_at is null) = (confirmed_from is null))
);
create index notice_people_by_person on notice_people (user_id, notice_id);
