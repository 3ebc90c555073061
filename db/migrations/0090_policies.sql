-- Which version of a policy a notice asks people to acknowledge.
create table policy_notices (
  notice_id uuid primary key references notices (id),
  document_id integer not null,
  version_number integer not null,
  foreign key (document_id, version_number) references document_versions (document_id, number)
);
create index policy_notices_of_document on policy_notices (document_id, version_number);
