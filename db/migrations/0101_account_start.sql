-- Whether the account was ever active: one that was disabled later is suspended, not new. Accounts older than this column
-- count as active before.
alter table users add column was_active boolean not null default true;
alter table users alter column was_active set default false;

create function note_active() returns trigger language plpgsql as $$
begin
  new.was_active := true;
  return new;
end
$$;
create trigger note_active before insert or update of is_active on users for each row
  when (new.is_active and not new.was_active) execute function note_active();

-- When the account of a new hire starts by itself, and when it did.
alter table onboarding_runs
  add column activate_at timestamptz(3),
  add column activated_at timestamptz(3),
  add check (activate_at is null or (kind = 'onboarding' and user_id is not null)),
  add check (activated_at is null or activate_at is not null);
create index onboarding_runs_starting on onboarding_runs (activate_at)
  where activated_at is null and closed_at is null and activate_at is not null;

-- The first day changes in the list, and in the employee's file: the start moves with either.
create function move_account_start() returns trigger language plpgsql as $$
begin
  new.activate_at := new.day::timestamp at time zone coalesce((select value #>> '{}'
    from public.organization_settings where name = 'timezone'), 'America/Los_Angeles');
  return new;
end
$$;
create trigger move_account_start before update of day on onboarding_runs for each row
  when (new.day <> old.day and new.activate_at is not null and new.activated_at is null)
  execute function move_account_start();

-- The start was planned for the account as it was: with other rights, an administrator must plan it again.
create function cancel_account_start() returns trigger language plpgsql as $$
begin
  with canceled as (
    update public.onboarding_runs set activate_at = null, version = version + 1
    where user_id = new.id and closed_at is null and activate_at is not null and activated_at is null
    returning id)
  insert into public.onboarding_events (run_id, kind, data)
    select id, 'account_start', '{"state": "account_changed"}' from canceled;
  return null;
end
$$;
create trigger cancel_account_start
  after update of is_active, pending, deleted_at, protection, role, department, store_access, page_permissions,
    feature_permissions on users for each row
  when ((old.is_active, old.pending, old.deleted_at, old.protection, old.role, old.department, old.store_access,
      old.page_permissions, old.feature_permissions)
    is distinct from (new.is_active, new.pending, new.deleted_at, new.protection, new.role, new.department,
      new.store_access, new.page_permissions, new.feature_permissions))
  execute function cancel_account_start();
