-- How much of the customers' data each person read, by the hour: never which, never what was searched for.
create table data_reads (
  user_id integer not null references users (id),
  -- Its beginning.
  hour timestamptz not null,
  kind text not null check (kind in ('customers', 'leads', 'deals', 'repair_orders')),
  calls integer not null,
  -- Rows that were shown, and how many of them for the first time in this hour.
  rows integer not null,
  records integer not null,
  -- Rows of them that left as a file.
  exported integer not null default 0,
  -- Once the hour stands in the activity log.
  logged_at timestamptz,
  primary key (user_id, hour, kind)
);
create index data_reads_unlogged on data_reads (hour) where logged_at is null;

-- Whoever was told of an unusual hour is told once, whichever instance notices.
create table data_read_alerts (
  user_id integer not null references users (id),
  hour timestamptz not null,
  records integer not null,
  created_at timestamptz not null default now(),
  primary key (user_id, hour)
);
