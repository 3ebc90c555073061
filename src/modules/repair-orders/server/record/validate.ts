import type { Store } from '../../../../platform/contract/access.ts';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { findWorkingAt } from '../../../../platform/server/records/staff.ts';
import type { LineInput } from '../../contract/order.ts';
import { canSeeCost } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';

interface OrderInput {
  advisorId: number;
  milesIn: number | null;
  milesOut: number | null;
  lines: readonly LineInput[];
}

/** Validates beyond the schema, before anything is written. */
export function assertValidOrder(actor: Actor, { milesIn, milesOut, lines }: OrderInput): void {
  if (milesIn !== null && milesOut !== null && milesOut < milesIn) {
    const problem = 'Must not be less than miles in';
    throw invalid('Miles out must not be less than miles in.', { milesOut: problem });
  }
  // A cost of 0 also overwrites the stored one.
  const hasCost = lines.some(
    ({ laborCostCents, partsCostCents }) =>
      laborCostCents !== undefined || partsCostCents !== undefined,
  );
  if (hasCost && !canSeeCost(actor)) {
    throw forbidden('You need access to financial reports to enter costs.');
  }
}

/** Advisor and technicians must work at the store, except those already on the order (`kept`). */
export async function assertStaff(
  db: OrdersDb,
  store: Store,
  { advisorId, lines }: OrderInput,
  kept: readonly number[] = [],
): Promise<void> {
  const staffIds = [advisorId, ...lines.flatMap(({ technicianId }) => technicianId ?? [])];
  const added = staffIds.filter((id) => !kept.includes(id));
  const known = await findWorkingAt(db, added, store);
  const problem = 'Doesn’t work at this store';
  if (added.includes(advisorId) && !known.has(advisorId)) {
    throw invalid('The advisor doesn’t work at this store.', { advisorId: problem });
  }
  const at = lines.findIndex(
    ({ technicianId }) => technicianId && added.includes(technicianId) && !known.has(technicianId),
  );
  if (at >= 0) {
    throw invalid(`The technician on line ${at + 1} doesn’t work at this store.`, {
      [`lines.${at}.technicianId`]: problem,
    });
  }
}
