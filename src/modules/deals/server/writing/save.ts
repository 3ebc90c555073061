import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import type { FindStaffProblems } from '../../../../platform/server/records/staff.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisibleCustomer, touchCustomer } from '../../../customers/server/public.ts';
import { assertUnlocked } from '../../../month-locks/server/public.ts';
import { assertNotReserved } from '../../../vehicles/server/public.ts';
import { isClosed, isSold, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import type { DealParts } from '../parts.ts';
import { canEdit } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { carOf } from '../record/car.ts';
import { changesBetween, costsChanged, toColumns } from '../record/changes.ts';
import { areSameDueBills, toDueBills, writeDueBills } from '../record/due-bills.ts';
import { addEvent } from '../record/events.ts';
import { findDueBills, findProducts, getDeal, lockDeal } from '../record/find.ts';
import { areSame, haveSameCosts, sumsOf, toProducts, writeProducts } from '../record/products.ts';
import type { DealRow } from '../record/rows.ts';
import { assertMaySell, assertStaff, assertValidDeal } from '../record/validate.ts';
import type { DealsDb } from '../tables.ts';
import { explain } from './create.ts';
import { updateGarage } from './garage.ts';

type Body = ValidOf<typeof calls.saveDeal>['body'];

/** Saves a deal; throws 409 if its version is outdated. */
export function saveDeal(
  platform: Platform,
  parts: DealParts,
  findSellingProblems: FindStaffProblems,
  writes: Limit,
): Handler<typeof calls.saveDeal> {
  const db: DealsDb = platform.db;
  return async ({ actor, params: { dealId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertValidDeal(actor, body);
    const row = await db
      .transaction()
      .execute((tx) => save(tx, actor, { dealId, body, ip, parts, findSellingProblems }))
      .catch(async (error) => {
        throw await explain(db, body.vehicleId, error);
      });
    if (row) {
      publishChanged(platform, row);
      parts.publishFollowed({ dealId });
    }
    return getDeal(db, actor, dealId);
  };
}

interface SaveCommand {
  parts: DealParts;
  findSellingProblems: FindStaffProblems;
  dealId: number;
  body: Body;
  ip: string;
}

/** Null if nothing changed. */
async function save(
  tx: DealsDb,
  actor: Actor,
  { dealId, body, ip, parts, findSellingProblems }: SaveCommand,
): Promise<DealRow | null> {
  const before = await lockDeal(tx, actor, dealId, body.version);
  assertOpen(before, body);
  assertMayEdit(actor, before);
  const sellers = [before.salesperson_id, before.second_salesperson_id, before.closer_id];
  await assertStaff(tx, before.store, body, [...sellers, before.finance_manager_id]);
  // Who sold a deal that is signed is history.
  if (!isSold(before.status)) {
    await assertMaySell(tx, findSellingProblems, before.store, body, sellers);
  }
  const customer =
    body.customerId === before.customer_id
      ? { id: before.customer_id, name: before.customer }
      : await getVisibleCustomer(tx, actor, body.customerId);
  const car = await carOf(tx, before.store, body, before);
  const columns = { ...toColumns(body, before), ...car };
  const isOtherBuyer = customer.id !== before.customer_id;
  const fields = changesBetween(before, {
    ...columns,
    customer_id: customer.id,
    customer: customer.name,
  });
  const what = await writeLines(tx, actor, before, body);
  if (costsChanged(before, columns) && !what.includes('costs')) what.push('costs');
  if (fields.length === 0 && what.length === 0) return null;
  if (what.some((part) => part !== 'due_bills') || fields.some(({ name }) => isReported(name))) {
    await assertUnlocked(tx, before.store, [before.delivered_on]);
  }

  await tx
    .updateTable('deals')
    .set({
      ...columns,
      // Through a merge the deal shows another customer than it belongs to, and keeps its own for when that is undone.
      ...(isOtherBuyer && { customer_id: customer.id }),
      version: before.version + 1,
    })
    .where('id', '=', dealId)
    .execute();
  if (isOtherBuyer) await changeBuyer(tx, actor, before, customer.id, parts);
  if (fields.length > 0) await addEvent(tx, dealId, actor.userId, { kind: 'changed', fields });
  if (what.length > 0) await addEvent(tx, dealId, actor.userId, { kind: 'parts', what });
  const after = { ...before, ...car, type: body.type, customer_id: customer.id };
  await updateGarage(tx, actor, { before, after, ip });
  await touchCustomer(tx, customer.id, before.store);
  await recordActivity(tx, {
    actor,
    action: 'deal.changed',
    subject: { type: 'deal', id: dealId, name: before.number },
    before: { priceCents: before.price_cents },
    after: { priceCents: body.priceCents, changed: [...fields.map(({ name }) => name), ...what] },
    ip,
  });
  return before;
}

/** A signed deal keeps its vehicle for the new buyer, whose leads are sold now instead of those of the old one. */
async function changeBuyer(
  tx: DealsDb,
  actor: Actor,
  { id: dealId, store, status, vehicle_id: vehicleId }: DealRow,
  customerId: number,
  parts: DealParts,
): Promise<void> {
  if (!isSold(status)) return;
  if (vehicleId !== null) await assertNotReserved(tx, { vehicleId, customerId });
  await parts.onUndone(tx, { dealId, store, actor });
  await parts.onSigned(tx, { dealId, store, customerId, actor });
}

function assertMayEdit(actor: Actor, before: DealRow): void {
  if (canEdit(actor, before)) return;
  throw forbidden(
    isSold(before.status)
      ? 'Only a manager, finance or back office can change a signed deal.'
      : 'You can’t change this deal. Ask its salesperson or a manager.',
  );
}

/** What reports count a delivered deal by; the rest may still be completed when its month is locked. */
const reported = new Set([
  'type',
  'condition',
  'vehicle',
  'salesperson',
  'secondSalesperson',
  'closer',
  'financeManager',
  'method',
  'lender',
  'priceCents',
  'trade',
  'allowanceCents',
]);
const isReported = (field: string) => reported.has(field);

function assertOpen(before: DealRow, body: Body): void {
  const is = statusNames[before.status].toLowerCase();
  if (isClosed(before.status)) {
    const hint =
      before.status === 'funded'
        ? 'Change its status back to Delivered first.'
        : 'Create a new one.';
    throw conflict(`This deal is ${is}. ${hint}`);
  }
  if (isSold(before.status) && body.vehicleId !== before.vehicle_id) {
    const sentence = `The vehicle can’t change once the deal is ${is}. Change the status back to Open first.`;
    throw conflict(sentence, { vehicleId: sentence });
  }
  if (before.trade_vehicle_id !== null && body.trade === null) {
    throw conflict('The trade-in is already in inventory and can’t be removed.');
  }
}

type Part = 'products' | 'due_bills' | 'costs';

/** Writes products and due bills that changed; returns which did. */
async function writeLines(tx: DealsDb, actor: Actor, { id }: DealRow, body: Body): Promise<Part[]> {
  const what: Part[] = [];
  const wereProducts = await findProducts(tx, id);
  const products = toProducts(id, body.products, wereProducts);
  const sameProducts = areSame(products, wereProducts);
  const sameCosts = haveSameCosts(products, wereProducts);
  if (!sameProducts) what.push('products');
  else if (!sameCosts) what.push('costs');
  if (!(sameProducts && sameCosts)) {
    await writeProducts(tx, id, products);
    await tx.updateTable('deals').set(sumsOf(products)).where('id', '=', id).execute();
  }
  const wereBills = await findDueBills(tx, id);
  const bills = toDueBills({ dealId: id, userId: actor.userId }, body.dueBills, wereBills);
  if (!areSameDueBills(bills, wereBills)) {
    what.push('due_bills');
    await writeDueBills(tx, id, bills);
  }
  return what;
}
