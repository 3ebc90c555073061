-- The last day is in the employee's file, too: when HR changes it there, an open offboarding moves with it, and its
-- account ends at the same hour of the new day. A day that is removed moves nothing: the list is canceled where it is.
create function move_offboarding() returns trigger language plpgsql as $$
declare
  zone text := coalesce((select value #>> '{}' from public.organization_settings where name = 'timezone'),
    'America/Los_Angeles');
  moved record;
begin
  select id, day into moved from public.onboarding_runs
    where user_id = new.user_id and kind = 'offboarding' and closed_at is null and ended_at is null
      and day <> new.left_on
    for update;
  if moved.id is null then return null; end if;
  -- A mistyped year would end the account at once, or never.
  if new.left_on not between current_date - 366 and current_date + 366 then
    raise exception 'The last day of an open offboarding is more than a year away'
      using errcode = 'check_violation', constraint = 'offboarding_day_within_a_year';
  end if;
  update public.onboarding_runs set day = new.left_on, version = version + 1,
      ends_at = ((ends_at at time zone zone) + make_interval(days => new.left_on - day)) at time zone zone
    where id = moved.id;
  update public.onboarding_items
    set due_on = new.left_on + due_days, due_notified_at = null, overdue_notified_at = null, version = version + 1
    where run_id = moved.id and state = 'open' and due_on <> new.left_on + due_days;
  insert into public.onboarding_events (run_id, kind, data)
    values (moved.id, 'day', jsonb_build_object('from', moved.day, 'to', new.left_on));
  return null;
end
$$;
create trigger move_offboarding after update of left_on on employees for each row
  when (new.left_on is not null and new.left_on is distinct from old.left_on)
  execute function move_offboarding();
