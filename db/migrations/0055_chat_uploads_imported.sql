-- Files of the past, of which their author has brought in nothing today.
alter table chat_uploads add column is_imported boolean not null default false;
