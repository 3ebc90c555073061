import { sql } from 'kysely';
import { ownStores } from '../../../../platform/server/records/stores.ts';
import { createStoreTopic } from '../../../../platform/server/records/topics.ts';
import { findManagers } from '../../../employees/server/public.ts';
import { canManageHours } from '../../../time-clock/server/public.ts';
import { payrollChanged } from '../../contract/review.ts';
import { payrollUnits } from '../../contract/rights.ts';
import type { Parts } from '../parts.ts';

/** Those who review the hours of employees of a store. */
export const reviewTopic = createStoreTopic('payroll', (actor) =>
  canManageHours(actor) || payrollUnits(actor).length > 0 ? ownStores(actor) : [],
);

/**
 * To the employee and those who review their hours, after COMMIT: on a day on which everyone signs, the pages of all
 * others would be fetched again for each.
 */
export async function publishSignature(
  { platform: { realtime }, db }: Parts,
  userId: number,
  period: string,
): Promise<void> {
  const { rows } = await sql<{ access: string[] }>`
    select store_access as access from users where id = ${userId}`.execute(db);
  for (const store of ownStores({ storeAccess: rows[0]?.access ?? [] })) {
    reviewTopic.publish(realtime, store, payrollChanged, { period });
  }
  for (const id of new Set([userId, ...(await findManagers(db, userId))])) {
    realtime.publish(`user:${id}`, payrollChanged, { period });
  }
}
