import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, invalid } from '../../../../platform/server/http/errors.ts';
import type { LineInput } from '../../contract/order.ts';
import { canSeeCost } from '../policy.ts';
import type { OrdersDb } from '../tables.ts';

interface OrderInput {
  advisorId: number;
  milesIn: number | null;
  milesOut: number | null;
  lines: readonly LineInput[];
}

/** Refuses what cannot be, field by field, before anything is written. */
export function assertValidOrder(actor: Actor, { milesIn, milesOut, lines }: OrderInput): void {
  if (milesIn !== null && milesOut !== null && milesOut < milesIn) {
    const problem = 'Cannot be less than the miles in';
    throw invalid('The miles out cannot be less than the miles in.', { milesOut: problem });
  }
  const tells = lines.some((line) => line.laborCostCents ?? line.partsCostCents);
  if (tells && !canSeeCost(actor)) {
    throw forbidden('Cost is for those who may see financial reports.');
  }
}

/** The advisor and the technicians must work in the store; `kept`: who stood on the order before. */
export async function assertStaff(
  db: OrdersDb,
  store: Store,
  { advisorId, lines }: OrderInput,
  kept: readonly number[] = [],
): Promise<void> {
  const asked = [advisorId, ...lines.flatMap(({ technicianId }) => technicianId ?? [])];
  const wanted = asked.filter((id) => !kept.includes(id));
  const { rows } = await sql<{ id: number }>`
    select id from users where id = any(${wanted}::integer[]) and is_active and not pending
      and store_access && array[${store}, 'all']`.execute(db);
  const known = new Set(rows.map(({ id }) => id));
  const problem = 'Does not work in this store';
  if (wanted.includes(advisorId) && !known.has(advisorId)) {
    throw invalid('The advisor does not work in this store.', { advisorId: problem });
  }
  const at = lines.findIndex(
    ({ technicianId }) => technicianId && wanted.includes(technicianId) && !known.has(technicianId),
  );
  if (at >= 0) {
    throw invalid(`The technician of line ${at + 1} does not work in this store.`, {
      [`lines.${at}.technicianId`]: problem,
    });
  }
}
