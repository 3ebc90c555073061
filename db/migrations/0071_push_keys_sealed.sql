-- Whoever reads the database could push in our name. The next start seals what is there with the server's key.
alter table push_keys
  alter column private_key drop not null,
  add column sealed_key jsonb,
  add constraint push_keys_one_form check ((private_key is null) <> (sealed_key is null));
