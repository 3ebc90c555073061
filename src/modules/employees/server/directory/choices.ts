import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import type { Choices } from '../../contract.ts';
import { canReadHr, canWriteHr, isInDirectory, seesGroup } from '../policy.ts';
import type { EmployeesDb } from '../tables.ts';
import { getToday } from '../today.ts';
import { byName } from './cards.ts';

/** What filters and forms offer, and what the actor may do. */
export async function getChoices(db: EmployeesDb, actor: Actor): Promise<Choices> {
  const today = await getToday(db);
  const [managers, titles] = await Promise.all([
    sql<{ id: number; name: string }>`
      select u.id, u.shown_name as name from employees e join users u on u.id = e.user_id
      where ${isInDirectory(today)} and exists (
        select from employees below where below.manager_id = e.user_id)
      order by ${byName}`.execute(db),
    sql<{ title: string }>`
      select distinct e.job_title as title from employees e join users u on u.id = e.user_id
      where ${isInDirectory(today)} and e.job_title is not null order by 1 limit 500`.execute(db),
  ]);
  return {
    managers: managers.rows,
    jobTitles: titles.rows.map(({ title }) => title),
    hr: canReadHr(actor)
      ? {
          stores: ownStores(actor),
          seesGroup: seesGroup(actor),
          mayWrite: canWriteHr(actor),
        }
      : null,
  };
}
