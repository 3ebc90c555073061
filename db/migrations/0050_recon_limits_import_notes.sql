-- How long a car should stay in each stage of reconditioning, as each store has it: together the five days of
-- a good store, twice that with body work.
create table recon_limits (
  store text primary key check (store in ('ford', 'hyundai', 'chevrolet')),
  hours jsonb not null default '{"intake": 24, "inspection": 24, "approval": 8, "mechanical": 48,
    "body": 96, "detail": 24, "photos": 24}'
    check (hours ?& array['intake', 'inspection', 'approval', 'mechanical', 'body', 'detail', 'photos']),
  version integer not null default 1
);
insert into recon_limits (store) values ('ford'), ('hyundai'), ('chevrolet');

-- What is worth knowing of a row that is right.
alter table import_rows add column notes jsonb not null default '[]'
  check (jsonb_typeof(notes) = 'array');
