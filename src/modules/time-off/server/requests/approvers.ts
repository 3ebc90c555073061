import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { mayUse } from '../../../../platform/server/records/staff.ts';
import { hrWriteAccess } from '../../contract.ts';

export interface Approver {
  id: number;
  name: string;
}

/**
 * Who is asked to decide for each of these people: the nearest manager above who can sign in and is not away on that
 * day; if there is none, HR of their store. Never the person.
 */
export async function findApprovers(
  db: Db<AnyTables>,
  userIds: readonly number[],
  today: string,
): Promise<Map<number, Approver[]>> {
  if (userIds.length === 0) return new Map();
  const { rows } = await sql<Approver & { person: number }>`
    with recursive above as (
      select e.user_id as person, e.manager_id as id, 1 as level, array[e.user_id] as seen
        from employees e where e.user_id = any(${userIds}::integer[])
      union all
      select a.person, e.manager_id, a.level + 1, a.seen || e.user_id
        from above a join employees e on e.user_id = a.id where not e.user_id = any(a.seen)),
    nearest as (
      select distinct on (a.person) a.person, u.id, u.shown_name as name
      from above a join users u on u.id = a.id
      where u.is_active and not u.pending and u.deleted_at is null and u.id <> a.person
        and not exists (select from time_off_requests r where r.user_id = u.id and r.state = 'approved'
          and r.portion = 'full' and ${today}::date between r.starts_on and r.ends_on)
      order by a.person, a.level),
    hr as (
      select e.user_id as person, u.id, u.shown_name as name
      from employees e join users u on u.id <> e.user_id and u.is_active and not u.pending
        and u.deleted_at is null and u.protection is distinct from 'system_bot'
        and ${mayUse(hrWriteAccess)} and ('all' = any(u.store_access)
          or u.store_access @> array['ford', 'hyundai', 'chevrolet'] or e.store = any(u.store_access))
      where e.user_id = any(${userIds}::integer[])
        and not exists (select from nearest n where n.person = e.user_id))
    select * from nearest union all select * from hr order by person, name`.execute(db);
  return Map.groupBy(rows, ({ person }) => person);
}
