import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { touchCustomer } from '../../../customers/server/public.ts';
import { assertUnlocked } from '../../../month-locks/server/public.ts';
import {
  followDeal,
  publishVehicleChanged,
  type SaleStep,
} from '../../../vehicles/server/public.ts';
import {
  goesBack,
  isDated,
  isSold,
  needsReason,
  nextStatuses,
  type Status,
  statusNames,
} from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import type { DealParts, SettledDeal } from '../parts.ts';
import { asksForDay, statusRefusal } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { firstDaysOf, settleDay } from '../record/days.ts';
import { addEvent } from '../record/events.ts';
import { getDeal, lockDeal } from '../record/find.ts';
import type { DealRow } from '../record/rows.ts';
import type { DealsDb } from '../tables.ts';
import { explain } from './create.ts';
import { updateGarage } from './garage.ts';

type Body = ValidOf<typeof calls.setStatus>['body'];

/** Changes the status of a deal. */
export function setStatus(
  platform: Platform,
  parts: DealParts,
  writes: Limit,
): Handler<typeof calls.setStatus> {
  const db: DealsDb = platform.db;
  return async ({ actor, params: { dealId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    let vehicleId: number | null = null;
    const row = await db
      .transaction()
      .execute(async (tx) => {
        const before = await lockDeal(tx, actor, dealId, body.version);
        vehicleId = before.vehicle_id;
        await changeStatus(tx, actor, before, { body, parts, ip });
        return before;
      })
      .catch(async (error) => {
        throw await explain(db, vehicleId, error);
      });
    publishChanged(platform, row);
    if (row.vehicle_id !== null) {
      publishVehicleChanged(platform, { id: row.vehicle_id, store: row.store });
    }
    if (isSold(row.status) !== isSold(body.status)) parts.publishFollowed({ dealId });
    return getDeal(db, actor, dealId);
  };
}

const settledOf = (row: DealRow, actor: Actor): SettledDeal => ({
  dealId: row.id,
  store: row.store,
  customerId: row.customer_id,
  actor,
});

async function notifyParts(
  tx: DealsDb,
  parts: DealParts,
  deal: SettledDeal,
  [from, to]: readonly [Status, Status],
): Promise<void> {
  if (!isSold(from) && isSold(to)) await parts.onSigned(tx, deal);
  if (isSold(from) && !isSold(to)) await parts.onUndone(tx, deal);
}

interface StatusCommand {
  body: Body;
  parts: DealParts;
  ip: string;
}

async function changeStatus(
  tx: DealsDb,
  actor: Actor,
  before: DealRow,
  { body, parts, ip }: StatusCommand,
): Promise<void> {
  const { status, reason = null } = body;
  assertCanChange(actor, before, body);
  const on =
    isDated(status) && asksForDay(before.status, status)
      ? await settleDay(tx, actor, before, { status, on: body.on })
      : null;
  const days = daysOf(before, body, on);
  if (goesBack(before.status, status) || status === 'canceled') {
    await assertUnlocked(tx, before.store, [
      days.delivered_on === null ? before.delivered_on : null,
      before.funded_on,
    ]);
  }
  await tx
    .updateTable('deals')
    .set({
      status,
      ...days,
      ...firstDaysOf(before, status),
      version: before.version + 1,
    })
    .where('id', '=', before.id)
    .execute();
  const step = stepOf(before.status, status);
  if (before.vehicle_id !== null && step) {
    const { vehicle_id: vehicleId, customer_id: customerId, store, number } = before;
    const on = step === 'signed' ? days.signed_on : days.delivered_on;
    const sale = { vehicleId, customerId, store, step, deal: `Deal ${number}`, on, ip };
    await followDeal(tx, actor, sale);
  }
  // Before the customer, in the lock order of work on a lead.
  await notifyParts(tx, parts, settledOf(before, actor), [before.status, status]);
  await updateGarage(tx, actor, { before, after: { ...before, status, ...days }, ip });
  const change = { from: before.status, to: status, reason, ...(on && { on }) };
  await addEvent(tx, before.id, actor.userId, { kind: 'status', ...change });
  await touchCustomer(tx, before.customer_id, before.store);
  await recordActivity(tx, {
    actor,
    action: 'deal.status_changed',
    subject: { type: 'deal', id: before.id, name: before.number },
    before: { status: before.status },
    after: { status, reason, ...(on && { on }) },
    ip,
  });
}

/** The dates that belong to a status; a date that was already set stays. `on`: the day it was reached. */
function daysOf(before: DealRow, { status, miles }: Body, on: string | null) {
  const isDelivered = status === 'delivered' || status === 'funded';
  return {
    signed_on: isSold(status) ? (before.signed_on ?? on) : null,
    delivered_on: isDelivered ? (before.delivered_on ?? on) : null,
    funded_on: status === 'funded' ? on : null,
    miles_at_delivery: isDelivered ? (miles ?? before.miles_at_delivery) : null,
  };
}

/** What it means for the vehicle; null if nothing changes. */
function stepOf(from: Status, to: Status): SaleStep | null {
  if (isSold(from) && !isSold(to)) return 'undone';
  if (from === 'open' && to === 'signed') return 'signed';
  if (from === 'signed' && to === 'delivered') return 'delivered';
  return from === 'delivered' && to === 'signed' ? 'taken_back' : null;
}

function assertCanChange(actor: Actor, before: DealRow, body: Body): void {
  const { status: from, price_cents } = before;
  const { status: to, reason, on } = body;
  if (!nextStatuses[from].includes(to)) {
    const was = statusNames[from].toLowerCase();
    const is = statusNames[to].toLowerCase();
    throw conflict(`This deal is ${was}. It can’t be changed to ${is}.`);
  }
  const refusal = statusRefusal(actor, before, to);
  if (refusal) throw forbidden(refusal);
  if (on !== undefined && !(isDated(to) && asksForDay(from, to))) {
    throw invalid('This change has no day.', { on: 'This change has no day' });
  }
  if (needsReason(from, to) && !reason) {
    throw invalid('Enter a reason.', { reason: 'Enter a reason' });
  }
  if (from === 'open' && to === 'signed' && price_cents === 0) {
    throw conflict('Enter a price before you sign the deal.');
  }
}
