import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { invalid } from '../../../../platform/server/errors.ts';
import { worksAt } from '../../../../platform/server/records/staff.ts';
import type { LeadsDb } from '../tables.ts';

/** Condition on `users u`: may read and edit leads. */
export const mayEditLeads = sql<boolean>`
  (u.page_permissions && array['customer_management', 'all']
    and (u.feature_permissions @> array['view_data', 'create_records']
      or u.feature_permissions && array['full_access', 'all']))`;

/** Condition on `users u`: works at one of these stores and may edit leads. */
export const worksOnLeads = (stores: readonly Store[]): RawBuilder<boolean> =>
  sql<boolean>`(${worksAt(stores)} and ${mayEditLeads})`;

/** The assignee must work on leads at the store. */
export async function assertWorksOnLeads(tx: LeadsDb, userId: number, store: Store): Promise<void> {
  const { rows } = await sql`select from users u
    where u.id = ${userId} and ${worksOnLeads([store])}`.execute(tx);
  if (rows.length > 0) return;
  throw invalid('This employee doesn’t work on leads at this store.', {
    assigneeId: 'Choose an employee of this store',
  });
}

/** The current name, stored in events so that later renames do not change the history. */
export async function personName(tx: LeadsDb, id: number | null): Promise<string | null> {
  if (id === null) return null;
  const row = await tx
    .selectFrom('users')
    .select('shown_name')
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.shown_name ?? null;
}
