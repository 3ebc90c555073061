-- What somebody asks for by a message, with an owner and a clock. The message carries a copy for its
-- readers; both are written in one transaction under the channel's row lock.
create table chat_requests (
  message_id uuid primary key references chat_messages (id),
  channel_id text not null references chat_channels (id),
  kind text not null
    check (kind in ('price_approval', 'part_eta', 'car_pull_up', 'detail_slot', 'other')),
  status text not null check (status in ('open', 'claimed', 'done', 'cancelled')),
  -- Milliseconds, as the browser has them: places in a list are compared by them.
  asked_at timestamptz(3) not null,
  asked_by integer not null references users (id),
  owner_id integer references users (id),
  -- When the owner took it of their own accord; null where it was given to them.
  claimed_at timestamptz(3),
  due_at timestamptz(3),
  -- Done or cancelled.
  closed_at timestamptz(3),
  closed_by integer references users (id),
  -- Of the time that is set now.
  overdue_told_at timestamptz,
  escalated_at timestamptz,
  -- The message was deleted, and nobody is told of it any more.
  withdrawn_at timestamptz,
  constraint chat_requests_owner_check
    check ((status <> 'open' or owner_id is null) and (status <> 'claimed' or owner_id is not null)),
  constraint chat_requests_closed_check
    check ((closed_at is null) = (status in ('open', 'claimed'))
      and (closed_at is null) = (closed_by is null))
);
create index chat_requests_by_channel on chat_requests (channel_id, asked_at);
create index chat_requests_of_owner on chat_requests (owner_id) where status = 'claimed';
create index chat_requests_of_asker on chat_requests (asked_by)
  where status in ('open', 'claimed');
create index chat_requests_unclaimed on chat_requests (channel_id) where status = 'open';
create index chat_requests_to_tell on chat_requests (due_at)
  where status in ('open', 'claimed') and due_at is not null and escalated_at is null
    and withdrawn_at is null;

-- The story of each request, append-only.
create table chat_request_events (
  id bigint generated always as identity primary key,
  message_id uuid not null references chat_requests (message_id),
  at timestamptz not null default clock_timestamp(),
  -- Null: the clock.
  actor_id integer references users (id),
  act text not null check (act in ('asked', 'claimed', 'given', 'released', 'changed', 'done',
    'cancelled', 'reopened', 'overdue', 'escalated')),
  -- What it was from then on.
  kind text not null,
  owner_id integer references users (id),
  due_at timestamptz
);
create index chat_request_events_by_request on chat_request_events (message_id, id);
