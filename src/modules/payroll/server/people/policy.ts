import { type RawBuilder, sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { inLineOf } from '../../../employees/server/public.ts';
import { managedBy } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import { payrollUnits, type Unit } from '../../contract/rights.ts';
import type { PayrollDb } from '../tables.ts';
import { unitIn } from './payees.ts';

/** Condition on `employees e`: the actor runs their payroll of a period. Whom they may approve is `isReviewedBy`. */
export const isPaidBy = (actor: Actor, period: Period): RawBuilder<boolean> =>
  sql<boolean>`${unitIn(period)} = any(${payrollUnits(actor)}::text[])`;

/** Condition on `employees e` and `users u`: the actor manages their hours, or stands above them. Never themselves. */
export const isManagedBy = (actor: Actor): RawBuilder<boolean> =>
  sql<boolean>`(u.id <> ${actor.userId} and (${managedBy(actor)} or ${inLineOf(actor.userId)}))`;

/** Condition on the same: the actor may approve and answer. No one does for themselves, whatever their role. */
export const isReviewedBy = (actor: Actor, period: Period): RawBuilder<boolean> =>
  sql<boolean>`(u.id <> ${actor.userId} and (${isManagedBy(actor)} or ${isPaidBy(actor, period)}))`;

/** Whether anyone reports to them, also former employees. */
export async function leadsAnyone(
  db: PayrollDb,
  { userId }: Pick<Actor, 'userId'>,
): Promise<boolean> {
  const { rows } = await sql`select from employees where manager_id = ${userId} limit 1`.execute(
    db,
  );
  return rows.length > 0;
}

/** Throws `not_found` unless the actor runs the payroll of this unit. */
export function assertUnit(actor: Actor, unit: Unit): void {
  if (!payrollUnits(actor).includes(unit)) throw notFound();
}
