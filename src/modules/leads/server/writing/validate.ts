import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { worksOnLeads } from '../reading/choices.ts';
import type { LeadsDb } from '../tables.ts';

/** The assignee must work on leads at the store. */
export async function assertWorksOnLeads(
  tx: LeadsDb,
  userId: number,
  store: Store,
  field = 'assigneeId',
): Promise<void> {
  const { rows } = await sql`select from users u
    where u.id = ${userId} and ${worksOnLeads([store])}`.execute(tx);
  if (rows.length > 0) return;
  throw invalid("This employee doesn't work on leads at this store.", {
    [field]: 'Choose an employee of this store',
  });
}

/** The source must belong to the store. */
export async function assertSource(tx: LeadsDb, id: number | null, store: Store): Promise<void> {
  if (id === null) return;
  const row = await tx
    .selectFrom('lead_sources')
    .select('id')
    .where('id', '=', id)
    .where('store', '=', store)
    .executeTakeFirst();
  if (!row) {
    throw invalid('This source belongs to another store.', {
      sourceId: 'Choose a source of this store',
    });
  }
}
