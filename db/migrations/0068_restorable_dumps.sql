-- pg_dump restores with an empty search_path, so a function that a generated column, an index or a trigger calls
-- must find what it names without one. A body that is parsed here is bound to the functions it calls, wherever
-- they are looked up from; unlike a `set` clause it does not stop the planner from seeing into it.
create or replace function note_search_text(title text, content text, tags text[]) returns text
  language sql immutable parallel safe
  return folded(title || E'\n' || content || E'\n' || array_to_string(tags, E'\n'));

-- These are never part of a search, so the clause costs no plan.
do $$
declare
  fn regprocedure;
begin
  for fn in
    select p.oid from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = current_schema()::regnamespace
      and (l.lanname = 'plpgsql' or p.proname = 'refresh_customers')
      and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
  loop
    execute format('alter function %s set search_path = %I, pg_temp', fn, current_schema());
  end loop;
end
$$;

-- What the migrations made, as they left it. A database that was restored in part has the list and not the
-- tables, and readiness notices.
create table schema_objects (
  name text not null,
  kind text not null check (kind in ('relation', 'function')),
  primary key (kind, name)
);
