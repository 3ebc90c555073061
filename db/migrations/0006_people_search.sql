create extension if not exists pg_trgm;

-- “José” is found by “jose”, and the other way round.
create function folded(text) returns text language sql immutable strict parallel safe as $$
  select lower(regexp_replace(normalize($1, NFD), '[\u0300-\u036f]', '', 'g'))
$$;

-- A line for each field: what is searched for holds no line break, so a match never spans two.
alter table users add column search_text text not null generated always as (
  folded(first_name || ' ' || last_name || E'\n' || username || E'\n' || email
    || coalesce(E'\n' || department || E'\n' || replace(department, '_', ' '), ''))
) stored;

-- Read more often than written by far: a search must never wade through what is not yet sorted in.
create index users_by_search_text on users using gin (search_text gin_trgm_ops)
  with (fastupdate = off) where deleted_at is null;

-- Holds all that skipping to a page needs, so that skipped rows are never fetched.
drop index users_by_name;
create index users_by_name on users (lower(last_name), lower(first_name), id)
  include (last_name, first_name, pending) where deleted_at is null;
