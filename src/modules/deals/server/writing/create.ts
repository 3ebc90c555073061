import * as z from 'zod/mini';
import { type Store, stores } from '../../../../platform/contract/access.ts';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import {
  type AnyTables,
  type Db,
  violatedConstraint,
} from '../../../../platform/server/db/database.ts';
import { conflict, forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { nextNumber } from '../../../../platform/server/records/numbers.ts';
import { createOnce, findCreated } from '../../../../platform/server/records/repeats.ts';
import type { FindStaffProblems } from '../../../../platform/server/records/staff.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisibleCustomer, touchCustomer } from '../../../customers/server/public.ts';
import { dealFacts } from '../../contract/facts.ts';
import type * as calls from '../../contract.ts';
import { canWrite, storesOf } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { carOf } from '../record/car.ts';
import { toColumns } from '../record/changes.ts';
import { toDueBills, writeDueBills } from '../record/due-bills.ts';
import { addEvent } from '../record/events.ts';
import { getDeal } from '../record/find.ts';
import { sumsOf, toProducts, writeProducts } from '../record/products.ts';
import { assertMaySell, assertStaff, assertValidDeal } from '../record/validate.ts';
import type { DealsDb } from '../tables.ts';

type Body = ValidOf<typeof calls.createDeal>['body'];

/** Creates a deal. */
export function createDeal(
  platform: Platform,
  findSellingProblems: FindStaffProblems,
  writes: Limit,
): Handler<typeof calls.createDeal> {
  const db: DealsDb = platform.db;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const existing = await findCreated(db, 'deals', actor, body.clientId);
    if (existing) return getDeal(db, actor, existing);
    await assertCreatable(db, actor, body, findSellingProblems);
    const id = await createOnce(db, 'deals', actor, body.clientId, {
      insert: (tx) => insert(tx, actor, body, ip),
      explain: (error) => explain(db, body.vehicleId, error),
    });
    publishChanged(platform, { id, store: body.store });
    return getDeal(db, actor, id);
  };
}

/** What a deal starts with; everything else is entered in the deal. */
export interface DealStart {
  clientId: string;
  store: Store;
  customerId: number;
  /** A stock vehicle; null for one that is described. */
  vehicleId: number | null;
  vehicle: string;
  condition: 'new' | 'used' | 'cpo';
  /** Null: a house deal. */
  salespersonId: number | null;
}

/**
 * Opens a deal in the transaction of a module above, with the checks of `createDeal`. Pass what the transaction throws
 * through `explain`, and publish the deal after COMMIT.
 */
export async function openDeal(
  anyTx: Db<AnyTables>,
  actor: Actor,
  start: DealStart,
  { ip, findSellingProblems }: { ip: string; findSellingProblems: FindStaffProblems },
): Promise<{ id: number; number: string }> {
  const tx: DealsDb = anyTx;
  if (await findCreated(tx, 'deals', actor, start.clientId)) {
    throw conflict('Another deal has this id.');
  }
  const body = z.parse(startBody, start);
  await assertCreatable(tx, actor, body, findSellingProblems);
  const id = await insert(tx, actor, body, ip);
  return tx
    .selectFrom('deals')
    .select(['id', 'number'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
}

/** The body of `createDeal`, to fill in its defaults. */
const startBody = z.object({
  clientId: z.uuid(),
  store: z.enum(stores),
  number: z.optional(z.string()),
  ...dealFacts,
});

async function assertCreatable(
  db: DealsDb,
  actor: Actor,
  body: Body,
  findSellingProblems: FindStaffProblems,
): Promise<void> {
  if (!canWrite(actor)) throw forbidden('Only sales, finance and back office can create deals.');
  if (!storesOf(actor).includes(body.store)) {
    const problem = 'Choose one of your stores';
    throw invalid('You don’t work at this store.', { store: problem });
  }
  assertValidDeal(actor, body);
  await assertStaff(db, body.store, body);
  await assertMaySell(db, findSellingProblems, body.store, body);
}

/** Turns a constraint violation into an error for its field; returns any other error unchanged. */
export async function explain(
  db: DealsDb,
  vehicleId: number | null,
  error: unknown,
): Promise<unknown> {
  const constraint = violatedConstraint(error);
  if (constraint === 'deals_store_number_key') {
    const sentence = 'Another deal at this store already has this number.';
    return conflict(sentence, { number: sentence });
  }
  if (constraint !== 'deals_one_of_a_car' || vehicleId === null) return error;
  const other = await db
    .selectFrom('deals')
    .select('number')
    .where('vehicle_id', '=', vehicleId)
    .where('status', 'in', ['open', 'signed', 'delivered'])
    .executeTakeFirst();
  const sentence = `This vehicle is already on ${other ? `deal ${other.number}` : 'another deal'}.`;
  return conflict(sentence, { vehicleId: sentence });
}

const numberSeries = {
  records: 'deals',
  counters: 'deal_counters',
  first: 10_000,
  refusal: 'No deal number is available. Enter one.',
};

async function insert(tx: DealsDb, actor: Actor, body: Body, ip: string): Promise<number> {
  const customer = await getVisibleCustomer(tx, actor, body.customerId);
  const car = await carOf(tx, body.store, body);
  const number = body.number ?? (await nextNumber(tx, body.store, numberSeries));
  const { id } = await tx
    .insertInto('deals')
    .values({
      ...toColumns(body),
      ...car,
      ...sumsOf(toProducts(0, body.products)),
      customer_id: customer.id,
      client_id: body.clientId,
      store: body.store,
      number,
      opened_at: new Date(),
      created_by: actor.userId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const author = { dealId: id, userId: actor.userId };
  await writeProducts(tx, id, toProducts(id, body.products));
  await writeDueBills(tx, id, toDueBills(author, body.dueBills));
  await addEvent(tx, id, actor.userId, { kind: 'written', number });
  await touchCustomer(tx, customer.id, body.store);
  await recordActivity(tx, {
    actor,
    action: 'deal.written',
    subject: { type: 'deal', id, name: number },
    after: { store: body.store, customerId: customer.id, vehicleId: body.vehicleId },
    ip,
  });
  return id;
}
