-- Documents: a row for each, its versions, their pages' text, and the records it belongs to. The bytes are in the
-- storage; a version's never change.
create table documents (
  id integer generated always as identity primary key,
  cabinet text not null
    check (cabinet in ('deals', 'service', 'parts', 'accounts_payable', 'policies', 'hr')),
  -- Null: of every store.
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  type text not null check (char_length(type) between 1 and 40),
  title text not null check (char_length(title) between 1 and 200),
  document_on date,
  amount_cents bigint,
  number text not null default '' check (char_length(number) <= 40),
  keywords text not null default '' check (char_length(keywords) <= 500),
  current_version integer not null default 1,
  -- Null: in the inbox.
  filed_at timestamptz(3),
  filed_by integer references users (id),
  removed_at timestamptz(3),
  removed_by integer references users (id),
  removal_reason text check (char_length(removal_reason) between 1 and 200),
  created_by integer not null references users (id),
  created_at timestamptz(3) not null default now(),
  client_id uuid not null,
  -- From then on its files and what they said are gone.
  destroyed_at timestamptz(3),
  -- The titles of the linked records, as they were when `words` was made.
  linked_titles text not null default '',
  -- Of everything a person says about it; those of its pages are with them.
  words tsvector not null default '',
  version integer not null default 1,
  constraint documents_store check (store is not null or cabinet = 'policies'),
  constraint documents_filing check (num_nulls(filed_at, filed_by) in (0, 2)),
  constraint documents_removal check (num_nulls(removed_at, removed_by, removal_reason) in (0, 3)),
  constraint documents_client_id unique (created_by, client_id)
);
create index documents_words on documents using gin (words);
create index documents_filed_by on documents (filed_by) where filed_by is not null;
create index documents_removed_by on documents (removed_by) where removed_by is not null;
create index documents_by_current_version on documents (id, current_version);

-- What a crash may leave in the storage: keys recorded before their bytes.
create table document_loose_files (
  storage_key uuid primary key,
  since timestamptz(3) not null default now()
);
create index document_loose_files_since on document_loose_files (since);

create table document_versions (
  document_id integer not null references documents (id),
  number integer not null check (number >= 1),
  folder text not null check (folder in ('sales-documents', 'service-records', 'hr-files')),
  storage_key uuid not null unique,
  file_name text not null check (char_length(file_name) between 1 and 255),
  mime_type text not null,
  kind text not null check (kind in ('pdf', 'image', 'text', 'office', 'other')),
  size_bytes bigint not null check (size_bytes > 0),
  sha256 bytea not null check (octet_length(sha256) = 32),
  page_count integer,
  has_thumbnail boolean not null default false,
  text_state text not null default 'waiting'
    check (text_state in ('waiting', 'read', 'scan', 'failed')),
  origin text not null check (origin in ('upload', 'camera', 'merge', 'split', 'rotate')),
  -- The upload or the request that it was made of: repeated, it is the same version.
  upload_id uuid not null unique,
  uploaded_by integer not null references users (id),
  uploaded_at timestamptz(3) not null default now(),
  primary key (document_id, number)
);
create index document_versions_uploaded_by on document_versions (uploaded_by, uploaded_at);
create index document_versions_by_bytes on document_versions (sha256);
create index document_versions_waiting on document_versions (uploaded_at) where text_state = 'waiting';
alter table documents add constraint documents_current foreign key (id, current_version)
  references document_versions (document_id, number) deferrable initially deferred;

create table document_pages (
  document_id integer not null,
  version_number integer not null,
  page integer not null check (page >= 1),
  text text not null,
  words tsvector not null,
  primary key (document_id, version_number, page),
  foreign key (document_id, version_number) references document_versions (document_id, number)
);
create index document_pages_words on document_pages using gin (words);

create table document_links (
  document_id integer not null references documents (id),
  kind text not null check (kind in ('customer', 'vehicle', 'deal', 'repair_order', 'employee')),
  record_id integer not null,
  linked_by integer not null references users (id),
  linked_at timestamptz(3) not null default now(),
  primary key (document_id, kind, record_id)
);
create index document_links_of_record on document_links (kind, record_id);
create index document_links_linked_by on document_links (linked_by);

-- What was recognized in an unfiled document; gone once it is filed.
create table document_proposals (
  document_id integer not null references documents (id),
  kind text not null check (kind in ('customer', 'vehicle', 'deal', 'repair_order', 'employee')),
  record_id integer not null,
  found text not null check (char_length(found) between 1 and 100),
  page integer,
  primary key (document_id, kind, record_id)
);

create table document_events (
  id bigint generated always as identity primary key,
  document_id integer not null references documents (id),
  author_id integer references users (id),
  at timestamptz(3) not null default now(),
  kind text not null,
  data jsonb not null
);
create index document_events_of_document on document_events (document_id, id desc);
create index document_events_author on document_events (author_id) where author_id is not null;

-- Uploads in progress, in pieces that may be sent again after the connection was lost.
create table document_uploads (
  id uuid primary key,
  user_id integer not null references users (id),
  file_name text not null check (char_length(file_name) between 1 and 255),
  size_bytes bigint not null check (size_bytes > 0),
  -- Of all pieces, once they are there.
  sha256 bytea check (octet_length(sha256) = 32),
  started_at timestamptz(3) not null default now()
);
create index document_uploads_started on document_uploads (started_at);
create index document_uploads_of_user on document_uploads (user_id, started_at);
create table document_upload_pieces (
  upload_id uuid not null references document_uploads (id) on delete cascade,
  piece integer not null check (piece >= 0),
  storage_key uuid not null unique,
  size_bytes bigint not null check (size_bytes > 0),
  primary key (upload_id, piece)
);

create index documents_of_cabinet on documents (cabinet, store, created_at desc) where removed_at is null;
create index documents_latest on documents (created_at desc, id desc);
create index documents_inbox on documents (cabinet, store) where filed_at is null and removed_at is null;

-- Invoices, checks and policies are counted from the date on the document.
alter table retention_classes drop constraint retention_classes_event_check;
alter table retention_classes add constraint retention_classes_event_check
  check (event in ('deal_delivered', 'repair_order_closed', 'employment_ended', 'document_dated'));
insert into retention_classes (code, name, event, years, minimum_years, authority) values
  ('accounting_records', 'Accounting records', 'document_dated', 7, 3,
    'Tax can be assessed for three years after a return is filed (26 USC 6501)');

alter table data_reads drop constraint data_reads_kind_check;
alter table data_reads add constraint data_reads_kind_check
  check (kind in ('customers', 'leads', 'deals', 'repair_orders', 'documents'));
