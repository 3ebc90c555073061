import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisibleCustomer, touchCustomer } from '../../../customers/server/public.ts';
import { isDone, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { canWrite } from '../policy.ts';
import { publishChanged, publishToTechnicians } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { findLines, getOrder, lockOrder } from './find.ts';
import { areSame, saleOf, toLines, writeLines } from './lines.ts';
import { toColumns } from './open.ts';
import type { OrderRow } from './rows.ts';
import { assertStaff, assertValidOrder } from './validate.ts';

type Body = ValidOf<typeof calls.saveOrder>['body'];

export function saveOrder(platform: Platform, writes: Limit): Handler<typeof calls.saveOrder> {
  const db: OrdersDb = platform.db;
  return async ({ actor, params: { orderId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    assertValidOrder(actor, body);
    const row = await db.transaction().execute((tx) => save(tx, actor, { orderId, body, ip }));
    if (row) {
      publishChanged(platform, row);
      await publishToTechnicians(platform, row, row.technicians);
    }
    return getOrder(db, actor, orderId);
  };
}

interface SaveCommand {
  orderId: number;
  body: Body;
  ip: string;
}

/** Null if nothing changed. */
async function save(
  tx: OrdersDb,
  actor: Actor,
  { orderId, body, ip }: SaveCommand,
): Promise<(OrderRow & { technicians: number[] }) | null> {
  const before = await lockOrder(tx, actor, orderId, body.version);
  if (!canWrite(actor)) throw forbidden('Only service and parts can change repair orders.');
  if (isDone(before.status)) {
    throw conflict(
      `This repair order is ${statusNames[before.status].toLowerCase()}. Reopen it to make changes.`,
    );
  }
  const linesBefore = await findLines(tx, orderId);
  const keptStaff = linesBefore.flatMap(({ technician_id }) => technician_id ?? []);
  await assertStaff(tx, before.store, body, [...keptStaff, before.advisor_id]);
  assertValidPromise(before, body);
  const customer =
    body.customerId === before.customer_id
      ? { id: before.customer_id, name: before.customer }
      : await getVisibleCustomer(tx, actor, body.customerId);
  const columns = toColumns(body);
  const lines = toLines(orderId, body.lines, linesBefore);
  const fields = changesBetween(before, {
    ...columns,
    customer_id: customer.id,
    customer: customer.name,
  });
  const sameLines = areSame(lines, linesBefore);
  if (fields.length === 0 && sameLines) return null;

  await tx
    .updateTable('repair_orders')
    .set({
      ...columns,
      // Through a merge the order shows another customer than it belongs to, and keeps its own for when that is undone.
      ...(customer.id !== before.customer_id && { customer_id: customer.id }),
      version: before.version + 1,
    })
    .where('id', '=', orderId)
    .execute();
  if (fields.length > 0) await addEvent(tx, orderId, actor.userId, { kind: 'changed', fields });
  if (!sameLines) {
    await writeLines(tx, lines, linesBefore);
    await addEvent(tx, orderId, actor.userId, {
      kind: 'lines',
      count: lines.length,
      fromSaleCents: saleOf(linesBefore),
      toSaleCents: saleOf(lines),
    });
  }
  await touchCustomer(tx, customer.id, before.store);
  await recordActivity(tx, {
    actor,
    action: 'repair_order.changed',
    subject: { type: 'repair_order', id: orderId, name: before.number },
    before: { saleCents: saleOf(linesBefore) },
    after: { saleCents: saleOf(lines), changed: fields.map(({ name }) => name) },
    ip,
  });
  return { ...before, technicians: keptStaff };
}

/** An unchanged promised time may lie in the past by now. */
function assertValidPromise(before: OrderRow, { promisedAt }: Body): void {
  if (promisedAt === null || Date.parse(promisedAt) === before.promised_at?.getTime()) return;
  if (Date.parse(promisedAt) >= before.opened_at.getTime()) return;
  throw invalid('Promised time must be after the repair order was opened.', {
    promisedAt: 'Must be after the opened time',
  });
}

type HistoryValue = string | number | null;

/** The changed fields with readable values. */
function changesBetween(
  before: OrderRow,
  after: ReturnType<typeof toColumns> & { customer_id: number; customer: string },
): { name: string; from: HistoryValue; to: HistoryValue }[] {
  const now = {
    customer: after.customer,
    vehicle: after.vehicle,
    vin: after.vin,
    advisor: after.advisor_id,
    promisedAt: after.promised_at?.toISOString() ?? null,
    milesIn: after.miles_in,
    milesOut: after.miles_out,
    note: after.note,
  };
  const was: typeof now = {
    customer: before.customer,
    vehicle: before.vehicle,
    vin: before.vin,
    advisor: before.advisor_id,
    promisedAt: before.promised_at?.toISOString() ?? null,
    milesIn: before.miles_in,
    milesOut: before.miles_out,
    note: before.note,
  };
  const names = Object.keys(now) as (keyof typeof now)[];
  // Two customers can share a name.
  const customerChanged = after.customer_id !== before.customer_id;
  return names
    .filter((name) => (name === 'customer' ? customerChanged : was[name] !== now[name]))
    .map((name) => ({ name, from: was[name], to: now[name] }));
}
