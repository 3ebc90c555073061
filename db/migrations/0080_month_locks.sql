-- The months of a store that are closed: a row for each change, the latest of a store holds.
create table month_locks (
  id integer generated always as identity primary key,
  store text not null check (store in ('ford', 'hyundai', 'chevrolet')),
  -- The last day of the last locked month; null: no month is locked any more.
  through date check (through = (date_trunc('month', through) + interval '1 month - 1 day')::date),
  reason text check (char_length(reason) between 1 and 200),
  changed_by integer not null references users (id),
  changed_at timestamptz(3) not null default clock_timestamp()
);
create index month_locks_of_store on month_locks (store, id desc);
create index month_locks_by_author on month_locks (changed_by);

create function refuse_to_rewrite_month_locks() returns trigger language plpgsql as $$
begin
  raise exception 'Who locked and unlocked a month is only ever added to';
end
$$;
create trigger month_locks_are_never_rewritten before update or delete on month_locks
  for each row execute function refuse_to_rewrite_month_locks();
