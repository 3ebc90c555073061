-- The one conversation of a record. Who may read it follows from the record: whoever has its store and
-- holds the permission it asks for. Where it asks for none, it is not known yet, and nobody's.
alter table chat_channels
  drop constraint chat_channels_type_check,
  add constraint chat_channels_type_check check (type in ('all', 'sales', 'service', 'management',
    'integrations', 'direct', 'public', 'private', 'group', 'team', 'record')),
  add column needs_page text,
  add column needs_feature text,
  drop constraint chat_channels_team_check,
  add constraint chat_channels_team_check check (case type
    when 'team' then coalesce(store, department, min_role) is not null
    when 'record' then coalesce(department, min_role) is null
    else coalesce(store, department, min_role) is null end),
  add constraint chat_channels_record_check check ((type = 'record') = (id like 'rec-%')
    and (type = 'record' or coalesce(needs_page, needs_feature) is null));

-- Two customers may have one name; and a refusal would tell that there is a record.
drop index chat_channels_name_key;
create unique index chat_channels_name_key on chat_channels (lower(name))
  where type not in ('direct', 'private', 'group', 'record') and archived_at is null;
create index chat_channels_of_records on chat_channels (id) where type = 'record';

-- Which messages name a record, by what was written of it. Derived from the messages and filled behind
-- them: these tables may be emptied at any time and fill again by themselves. Hence no references.
create table chat_record_mentions (
  kind text not null,
  key text not null,
  message_id uuid not null,
  primary key (kind, key, message_id)
);
create index chat_record_mentions_by_message on chat_record_mentions (message_id);

-- Up to which revision each channel has been looked through.
create table chat_record_cursors (
  channel_id text primary key,
  rev bigint not null default 0
) with (fillfactor = 50);
