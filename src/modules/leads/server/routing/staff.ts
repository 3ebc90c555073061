import { type RawBuilder, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import {
  assertNoProblem,
  assertWorksAt,
  mayUse,
  type StaffRule,
  sellAt,
  worksAt,
} from '../../../../platform/server/records/staff.ts';
import { readAccess, writeAccess } from '../../contract/lead.ts';
import type { LeadParts } from '../parts.ts';
import type { LeadsDb } from '../tables.ts';

/** Condition on `users u`: may read and edit leads. */
export const mayEditLeads = sql<boolean>`(${mayUse(readAccess)} and ${mayUse(writeAccess)})`;

/** Condition on `users u`: works at one of these stores and may edit leads. */
export const worksOnLeads = (stores: readonly Store[]): RawBuilder<boolean> =>
  sql<boolean>`(${worksAt(stores)} and ${mayEditLeads})`;

const rule: StaffRule = {
  condition: mayEditLeads,
  message: 'This employee doesn’t work on leads at this store.',
  problem: 'Choose an employee who works on leads at this store',
};

/** The assignee must work on leads at the store. */
export const assertWorksOnLeads = (tx: LeadsDb, userId: number, store: Store) =>
  assertWorksAt(tx, userId, store, 'assigneeId', rule);

/** Throws 409 if the assignee may not sell at the store today and the rule is to refuse it. */
export const assertMaySell = (
  tx: LeadsDb,
  { findSellingProblems }: LeadParts,
  assigneeId: number,
  store: Store,
): Promise<void> =>
  assertNoProblem(tx, findSellingProblems, {
    fields: { assigneeId },
    store,
    verb: sellAt(store),
  });

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
