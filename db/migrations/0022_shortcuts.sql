create table shortcuts (
  id integer generated always as identity primary key,
  -- Grows with every change of what it says, so that an editor notices another's.
  version integer not null default 1,
  title text not null check (char_length(title) between 1 and 200),
  -- What runs in a browser must not get here, by whatever way it came.
  url text not null check (url ~* '^(https?://|mailto:)' and char_length(url) <= 2000),
  description text not null default '',
  icon text not null default 'ExternalLink',
  category text not null default 'General',
  is_global boolean not null default true,
  -- Of one that is not for everybody: an empty list asks for nothing, three empty ones leave nobody.
  roles text[] not null default '{}',
  departments text[] not null default '{}',
  stores text[] not null default '{}',
  is_active boolean not null default true,
  position integer not null default 0,
  created_at timestamptz not null default now(),
  -- Kept, so that it can be brought back.
  deleted_at timestamptz
);
create index shortcuts_in_order on shortcuts (position, id) where deleted_at is null;

-- The picture behind the dashboard that was uploaded or fetched. There is one at most.
create table shortcut_backgrounds (
  etag text primary key,
  -- WebP, as we made it.
  image bytea not null,
  created_at timestamptz not null default now()
);

-- What somebody reaches first. Who never chose has no row.
create table dashboard_preferences (
  user_id integer primary key references users (id),
  selected_utilities text[] not null check (cardinality(selected_utilities) <= 3),
  changed_at timestamptz not null default now()
);
