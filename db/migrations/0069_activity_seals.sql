-- The chain of 0027 could be computed anew by anybody who holds the database. Each entry now has a seal, made by
-- the server with a key that is not in the database; the server also keeps the latest one in a file of its own.
create table activity_seals (
  position bigint primary key check (position > 0),
  activity_id bigint not null unique references activity_log (id),
  -- Which of the server's keys made it.
  key_id text not null check (key_id ~ '^[0-9a-f]{16}$'),
  seal bytea not null check (octet_length(seal) = 32)
);
create trigger activity_seals_are_never_rewritten before update or delete on activity_seals
  for each row execute function refuse_to_rewrite_activity();
create trigger activity_seals_are_never_emptied before truncate on activity_seals
  for each statement execute function refuse_to_rewrite_activity();

-- The old chain stays as it is: the first sealing checks it once more and records what it found.
drop function seal_activity(integer);

comment on function refuse_to_rewrite_activity() is
  'Stops mistakes and the application. The owner of the database can switch it off; the seals show that.';
