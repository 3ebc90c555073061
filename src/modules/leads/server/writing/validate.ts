import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { worksOnLeads } from '../reading/choices.ts';
import type { LeadsDb } from '../tables.ts';

/** A lead may be given to whoever works on leads at its store. */
export async function assertWorksOnLeads(
  tx: LeadsDb,
  userId: number,
  store: Store,
  field = 'assigneeId',
): Promise<void> {
  const { rows } = await sql`select from users u
    where u.id = ${userId} and ${worksOnLeads([store])}`.execute(tx);
  if (rows.length > 0) return;
  throw invalid('This person does not work on leads at this store.', {
    [field]: 'Choose somebody of this store',
  });
}

/** The source must be one of the store. */
export async function assertSource(tx: LeadsDb, id: number | null, store: Store): Promise<void> {
  if (id === null) return;
  const row = await tx
    .selectFrom('lead_sources')
    .select('id')
    .where('id', '=', id)
    .where('store', '=', store)
    .executeTakeFirst();
  if (!row) {
    throw invalid('This source is not one of the store.', { sourceId: 'Choose one of the store' });
  }
}
