import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { nextNumber } from '../../../../platform/server/records/numbers.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisibleCustomer, touchCustomer } from '../../../customers/server/public.ts';
import type * as calls from '../../contract.ts';
import { canWrite, storesOf } from '../policy.ts';
import { publishChanged, publishToTechnicians } from '../publish.ts';
import type { OrdersDb } from '../tables.ts';
import { addEvent } from './events.ts';
import { getOrder } from './find.ts';
import { toLines, writeLines } from './lines.ts';
import { assertStaff, assertValidOrder } from './validate.ts';

type Body = ValidOf<typeof calls.openOrder>['body'];

export function openOrder(platform: Platform, writes: Limit): Handler<typeof calls.openOrder> {
  const db: OrdersDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const existingId = await findCreated(db, 'repair_orders', actor, body.clientId);
    if (existingId) return getOrder(db, actor, existingId);
    // One moment for both: a time promised for the next few milliseconds is refused, or after the opening.
    const openedAt = new Date();
    await assertOpenable(platform, actor, body, openedAt);
    const id = await createOnce(db, 'repair_orders', actor, body.clientId, {
      insert: (tx) => insert(tx, actor, { body, openedAt, ip }),
      explain,
    });
    publishChanged(platform, { id, store: body.store });
    await publishToTechnicians(platform, { id, store: body.store });
    return getOrder(db, actor, id);
  };
}

async function assertOpenable(
  { db }: Platform,
  actor: Actor,
  body: Body,
  openedAt: Date,
): Promise<void> {
  if (!canWrite(actor)) throw forbidden('Only service and parts can create repair orders.');
  if (!storesOf(actor).includes(body.store)) {
    const problem = 'Choose one of your stores';
    throw invalid('You don’t have access to this store.', { store: problem });
  }
  assertValidOrder(actor, body);
  if (body.promisedAt !== null && new Date(body.promisedAt) < openedAt) {
    throw invalid('Promised time must be in the future.', { promisedAt: 'Must be in the future' });
  }
  await assertStaff(db, body.store, body);
}

function explain(error: unknown): unknown {
  if (violatedConstraint(error) !== 'repair_orders_store_number_key') return error;
  const message = 'Another repair order in this store has this number.';
  return conflict(message, { number: message });
}

const numberSeries = {
  records: 'repair_orders',
  counters: 'repair_order_counters',
  first: 100_000,
  refusal: 'No free RO number found. Enter one.',
};

async function insert(
  tx: OrdersDb,
  actor: Actor,
  { body, openedAt, ip }: { body: Body; openedAt: Date; ip: string },
): Promise<number> {
  const customer = await getVisibleCustomer(tx, actor, body.customerId);
  const number = body.number ?? (await nextNumber(tx, body.store, numberSeries));
  const { id } = await tx
    .insertInto('repair_orders')
    .values({
      ...toColumns(body),
      customer_id: customer.id,
      client_id: body.clientId,
      store: body.store,
      number,
      opened_at: openedAt,
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await writeLines(tx, toLines(id, body.lines));
  await addEvent(tx, id, actor.userId, { kind: 'opened', number });
  await touchCustomer(tx, customer.id, body.store);
  await recordActivity(tx, {
    actor,
    action: 'repair_order.opened',
    subject: { type: 'repair_order', id, name: number },
    after: { store: body.store, customerId: customer.id },
    ip,
  });
  return id;
}

export const toColumns = (
  facts: Pick<
    Body,
    'vehicle' | 'vin' | 'advisorId' | 'promisedAt' | 'milesIn' | 'milesOut' | 'note'
  >,
) => ({
  vehicle: facts.vehicle,
  vin: facts.vin,
  advisor_id: facts.advisorId,
  promised_at: facts.promisedAt === null ? null : new Date(facts.promisedAt),
  miles_in: facts.milesIn,
  miles_out: facts.milesOut,
  note: facts.note,
});
