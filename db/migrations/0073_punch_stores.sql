-- Where the work took place. A clock-in says so, and the end of a break for those who went to another store
-- meanwhile; every other punch belongs to the store of the one before.
alter table time_punches add column store text
  check (store is null or (store in ('ford', 'hyundai', 'chevrolet') and kind in ('clock_in', 'break_end')));

create or replace view time_effective as
  select p.* from time_punches p where not exists (select from time_voids v where v.punch_id = p.id);

-- Employees of one store worked there; of the others no one recorded it. Nothing that was recorded changes.
alter table time_punches disable trigger hours_are_never_rewritten;
update time_punches p set store = u.store_access[1] from users u
  where u.id = p.user_id and p.kind = 'clock_in' and cardinality(u.store_access) = 1
    and u.store_access[1] in ('ford', 'hyundai', 'chevrolet');
alter table time_punches enable trigger hours_are_never_rewritten;
