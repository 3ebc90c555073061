-- Beside the fixed channels: public ones, private ones, group messages, and those of a team, whose people
-- follow from their records.
alter table chat_channels
  drop constraint chat_channels_type_check,
  add constraint chat_channels_type_check check (type in ('all', 'sales', 'service', 'management',
    'integrations', 'direct', 'public', 'private', 'group', 'team')),
  add column created_by integer references users (id),
  -- For whom a team's channel is; null stands for any.
  add column store text check (store in ('ford', 'hyundai', 'chevrolet')),
  add column department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  add column min_role text
    check (min_role in ('employee', 'manager', 'general_manager', 'executive', 'admin')),
  -- The sorted ids of a group's people: the same people have one group message.
  add column group_key text unique,
  add column archived_at timestamptz,
  add column archived_by integer references users (id),
  add constraint chat_channels_team_check
    check ((type = 'team') = (coalesce(store, department, min_role) is not null)),
  add constraint chat_channels_group_check check ((type = 'group') = (group_key is not null)),
  add constraint chat_channels_archived_check check ((archived_at is null) = (archived_by is null));

-- Names of private channels may repeat: a refusal would tell that there is one.
create unique index chat_channels_name_key on chat_channels (lower(name))
  where type not in ('direct', 'private', 'group') and archived_at is null;
create index chat_channels_of_teams on chat_channels (created_at) where type = 'team';
create index chat_channels_public on chat_channels (lower(name)) where type = 'public';

-- Who is in a public or private channel or a group. Who left keeps the row, so that every instance can
-- see what changed lately.
create table chat_members (
  channel_id text not null references chat_channels (id),
  user_id integer not null references users (id),
  added_by integer references users (id),
  joined_at timestamptz not null default now(),
  left_at timestamptz,
  changed_at timestamptz not null default now(),
  primary key (channel_id, user_id)
);
create index chat_members_by_person on chat_members (user_id) where left_at is null;
create index chat_members_by_change on chat_members (changed_at);
