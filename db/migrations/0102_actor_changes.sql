-- Who someone is and what they may do is kept in memory for seconds. Every change of it is sent to all instances by the
-- transaction that makes it.
create function notify_actor_changed() returns trigger language plpgsql as $$
begin
  perform pg_notify('actor_changed', to_jsonb(coalesce(old, new)) ->> tg_argv[0]);
  return null;
end
$$;

create trigger notify_actor_changed after update on users for each row
  when (old.* is distinct from new.*) execute function notify_actor_changed('id');
create trigger notify_actor_deleted after delete on users for each row
  execute function notify_actor_changed('id');

create trigger notify_actor_changed after insert or update or delete on credentials for each row
  execute function notify_actor_changed('user_id');

-- Each session is seen once a minute, which only makes it last longer.
create trigger notify_actor_changed after update on sessions for each row
  when (new.last_seen_at < old.last_seen_at
    or (old.id, old.user_id, old.token_hash, old.created_at, old.expires_at, old.ended_at, old.confirmed_until)
      is distinct from (new.id, new.user_id, new.token_hash, new.created_at, new.expires_at, new.ended_at,
        new.confirmed_until))
  execute function notify_actor_changed('user_id');
create trigger notify_actor_deleted after delete on sessions for each row
  execute function notify_actor_changed('user_id');
