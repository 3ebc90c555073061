-- Each entry of the log is sealed once it can no longer be overtaken by one that is still being written: its
-- hash takes in the one before, so that nothing can be changed, put in or taken out unseen by whoever kept one.
alter table activity_log add column written_in xid8 not null default pg_current_xact_id();

create table activity_chain (
  position bigint primary key,
  activity_id bigint not null unique references activity_log (id),
  hash bytea not null
);
create trigger activity_chain_is_never_rewritten before update or delete on activity_chain
  for each row execute function refuse_to_rewrite_activity();
create trigger activity_chain_is_never_emptied before truncate on activity_chain
  for each statement execute function refuse_to_rewrite_activity();

create function activity_hash(previous bytea, entry activity_log) returns bytea
language sql stable as $$
  select sha256(previous || convert_to(jsonb_build_array(entry.id,
    (extract(epoch from entry.at) * 1000000)::bigint, entry.actor_id, entry.actor_name, entry.action,
    entry.subject_type, entry.subject_id, entry.subject_name, entry.before, entry.after, entry.ip)::text,
    'UTF8'))
$$;

-- Seals at most `most` entries and answers how many; 0 also while another instance is at it.
create function seal_activity(most integer) returns integer language plpgsql as $$
declare
  place bigint;
  last_hash bytea;
  newest bigint;
  entry activity_log;
  sealed integer := 0;
begin
  if not pg_try_advisory_xact_lock(hashtext('activity chain')) then return 0; end if;
  select position, hash into place, last_hash from activity_chain order by position desc limit 1;
  select coalesce(max(activity_id), 0) into newest from activity_chain;
  for entry in
    select l.* from activity_log l
    where l.written_in < pg_snapshot_xmin(pg_current_snapshot())
      -- Numbers are given out before their transactions end, so a lower one may come later, but not much.
      and l.id > newest - 10000
      and not exists (select from activity_chain c where c.activity_id = l.id)
    order by l.id limit most
  loop
    place := coalesce(place, 0) + 1;
    last_hash := activity_hash(coalesce(last_hash, ''::bytea), entry);
    insert into activity_chain (position, activity_id, hash) values (place, entry.id, last_hash);
    sealed := sealed + 1;
  end loop;
  return sealed;
end
$$;

-- Computes the chain anew behind a place: the last place looked at, its hash, and the first that does not hold.
create function verify_activity(behind bigint, most integer,
  out reached bigint, out reached_hash bytea, out broken bigint) language plpgsql stable as $$
declare
  link record;
begin
  reached := behind;
  select hash into reached_hash from activity_chain where position = behind;
  for link in
    select c.position, c.hash, l as entry from activity_chain c
    left join activity_log l on l.id = c.activity_id
    where c.position > behind order by c.position limit most
  loop
    if link.position <> reached + 1 or (link.entry).id is null
      or link.hash <> activity_hash(coalesce(reached_hash, ''::bytea), link.entry) then
      broken := reached + 1;
      return;
    end if;
    reached := link.position;
    reached_hash := link.hash;
  end loop;
end
$$;
