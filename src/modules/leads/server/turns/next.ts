import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { worksOnLeads } from '../reading/choices.ts';
import type { LeadsDb } from '../tables.ts';

/**
 * Of `lead_members m` and `users u`, who takes the next one now: they accept, still work there and are not
 * on leave.
 */
export const acceptsAt = (store: Store) => sql<boolean>`(
  m.store = ${store} and m.accepts and ${worksOnLeads([store])}
  and not (u.status = 'on-vacation' and coalesce(u.status_until > now(), true)))`;

/**
 * Whose turn it is: whoever got one longest ago. It counts as given; the row of the desk must be held, so
 * that no two get the same turn. Null where nobody accepts.
 */
export async function takeTurn(tx: LeadsDb, store: Store): Promise<number | null> {
  const { rows } = await sql<{ user_id: number }>`
    update lead_members set last_given_at = clock_timestamp()
    where store = ${store} and user_id = (
      select m.user_id from lead_members m join users u on u.id = m.user_id
      where ${acceptsAt(store)}
      order by m.last_given_at nulls first, m.user_id limit 1)
    returning user_id`.execute(tx);
  return rows[0]?.user_id ?? null;
}
