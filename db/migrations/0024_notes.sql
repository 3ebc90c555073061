-- What may be computed from a row must not depend on anything else; joining words with line breaks does not.
create function note_search_text(title text, content text, tags text[]) returns text
  language sql immutable parallel safe as $$
  select folded(title || E'\n' || content || E'\n' || array_to_string(tags, E'\n'))
$$;

create table notes (
  -- Chosen where the note is written, so that a repeated save is the same note.
  id uuid primary key,
  owner_id integer not null references users (id),
  title text not null check (char_length(title) between 1 and 200),
  content text not null check (char_length(content) between 1 and 100000),
  color text not null default 'yellow'
    check (color in ('yellow', 'green', 'blue', 'purple', 'pink', 'gray')),
  tags text[] not null default '{}' check (cardinality(tags) <= 10),
  -- Counted up by every change of what it says, so that no save overwrites another unseen.
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  -- To the millisecond, as the browser hands it back to ask for the next page.
  updated_at timestamptz(3) not null default now(),
  updated_by integer not null references users (id),
  -- Kept for a month to be taken back.
  deleted_at timestamptz,
  search_text text not null generated always as (note_search_text(title, content, tags)) stored
);
create index notes_by_owner on notes (owner_id, updated_at desc, id desc) where deleted_at is null;
create index notes_deleted on notes (deleted_at) where deleted_at is not null;
-- A search must not wade through what is not yet sorted in.
create index notes_by_search_text on notes using gin (search_text gin_trgm_ops)
  with (fastupdate = off) where deleted_at is null;

-- Whom a note is shared with. Who belongs to a department or store is read from their record at each asking.
create table note_shares (
  id bigint generated always as identity primary key,
  note_id uuid not null references notes (id) on delete cascade,
  user_id integer references users (id),
  department text
    check (department in ('back_office', 'sales', 'service', 'parts', 'finance', 'hr', 'it')),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  can_edit boolean not null,
  check (num_nonnulls(user_id, department, store) = 1),
  unique nulls not distinct (note_id, user_id, department, store)
);
create index note_shares_by_person on note_shares (user_id) where user_id is not null;
create index note_shares_by_department on note_shares (department) where department is not null;
create index note_shares_by_store on note_shares (store) where store is not null;

-- What one person made of a note, their own or one shared with them.
create table note_marks (
  note_id uuid not null references notes (id) on delete cascade,
  user_id integer not null references users (id),
  is_pinned boolean not null default false,
  -- They do not want it, though the department or store they belong to still has it.
  has_left boolean not null default false,
  primary key (note_id, user_id)
);

-- What a note said before.
create table note_versions (
  note_id uuid not null references notes (id) on delete cascade,
  version integer not null,
  title text not null,
  content text not null,
  color text not null,
  tags text[] not null,
  written_by integer not null references users (id),
  written_at timestamptz not null,
  kept_at timestamptz not null default now(),
  primary key (note_id, version)
);
