import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { settleCustomers, takeCustomersBack } from '../../../customers/server/public.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import { importDeals } from '../import.ts';
import type { DealTables } from '../tables.ts';
import { carsOf, moveCars, putCarsBack } from './cars.ts';
import type { NewDeal } from './check.ts';
import type { ReadDeal } from './row/read.ts';

type Tx = Kysely<DealTables>;

/** Moves deals in as another system had them, with the customers who are new. */
export async function createDeals(
  tx: Tx,
  facts: readonly NewDeal[],
  context: ImportContext,
): Promise<void> {
  const visits = facts.map(({ customer, deal }) => ({
    customer,
    at: deal.steps.at(-1)?.at ?? deal.openedAt,
  }));
  const customers = await settleCustomers(tx, visits, context);
  const cars = await carsToMove(
    tx,
    context.store,
    facts.map(({ deal }) => deal),
  );
  const ids = await importDeals(
    tx,
    facts.map(({ deal }, at) => ({
      ...deal,
      vehicleId: cars[at] ?? null,
      clientId: randomUUID(),
      customerId: customers[at] ?? 0,
      authorId: context.actor.userId,
    })),
  );
  await sql`update deals set import_id = ${context.importId}
    where id = any(${ids}::integer[])`.execute(tx);
  const moved = facts.map(({ deal }, at) => ({ deal, vehicleId: cars[at] ?? null }));
  await moveCars(tx, context.actor.userId, moved);
}

/** For each deal the car that follows it; of two deals of one car the first of the file has it. */
async function carsToMove(tx: Tx, store: Store, deals: readonly ReadDeal[]) {
  const cars = await carsOf(tx, store, deals, { hold: true });
  const gone = new Set<number>();
  return cars.map((car) => {
    if (!car || !('id' in car) || gone.has(car.id)) return null;
    gone.add(car.id);
    return car.id;
  });
}

/**
 * Takes the deals of an import back that nobody has touched, with what became of their cars, and then the
 * customers who came with it.
 */
export async function takeDealsBack(
  tx: Tx,
  { importId, actor }: ImportContext,
  tell: (done: number) => Promise<void>,
): Promise<number> {
  const kept = await putCarsBack(tx, { importId, authorId: actor.userId }, () =>
    deleteUntouched(tx, { room: 'deals', importId, tell }),
  );
  await takeCustomersBack(tx, importId, async () => {});
  return kept;
}
