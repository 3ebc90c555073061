-- Who gets a password from an administrator chooses their own at the next sign-in, unless the group says
-- otherwise. So far the demo group did not, because of how its server was started.
insert into organization_settings (name, value)
select 'own-password', 'false'::jsonb
where exists (
  select from users where username = 'admin' and email like '%@larkfield.example' and deleted_at is null
)
on conflict (name) do nothing;
