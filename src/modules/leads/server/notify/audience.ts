import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { worksOnLeads } from '../reading/choices.ts';
import type { LeadsDb } from '../tables.ts';
import { acceptsAt } from '../turns/next.ts';

async function idsOf(tx: LeadsDb, from: RawBuilder<unknown>): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`select u.id from ${from} order by u.id`.execute(tx);
  return rows.map(({ id }) => id);
}

/** The members who accept leads of a store now. */
export const findAccepting = (tx: LeadsDb, store: Store): Promise<number[]> =>
  idsOf(tx, sql`lead_members m join users u on u.id = m.user_id where ${acceptsAt(store)}`);

/** The sales managers of a store; if there are none, its general managers. */
export async function findLeaders(tx: LeadsDb, store: Store): Promise<number[]> {
  const { rows } = await sql<{ id: number; role: string }>`
    select u.id, u.role from users u
    where ${worksOnLeads([store])} and (u.role = 'general_manager'
      or u.role = 'manager' and u.department = 'sales')
    order by u.id`.execute(tx);
  const managers = rows.filter(({ role }) => role === 'manager');
  return (managers.length > 0 ? managers : rows).map(({ id }) => id);
}
