-- Filters of the document list that someone saved, for themselves or for everyone at a store.
create table document_views (
  id integer generated always as identity primary key,
  owner_id integer not null references users (id),
  store text check (store in ('ford', 'hyundai', 'chevrolet')),
  name text not null check (char_length(name) between 1 and 60),
  filters jsonb not null,
  constraint document_views_name unique (owner_id, name)
);
create index document_views_by_store on document_views (store) where store is not null;
