import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { settleCustomers, takeCustomersBack } from '../../../customers/server/public.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import { assertUnlocked, findLockedThrough } from '../../../month-locks/server/public.ts';
import type { DealTables } from '../tables.ts';
import { carsOf, recordSales, undoSales } from './cars.ts';
import type { NewDeal } from './check.ts';
import { importDeals } from './importDeals.ts';
import type { ReadDeal } from './row/read.ts';

type Tx = Kysely<DealTables>;

/** Creates the imported deals, and their customers where these are new. */
export async function createDeals(
  tx: Tx,
  facts: readonly NewDeal[],
  context: ImportContext,
): Promise<void> {
  await assertUnlocked(
    tx,
    context.store,
    facts.flatMap(({ deal }) => [deal.signedOn, deal.deliveredOn, deal.fundedOn]),
  );
  const visits = facts.map(({ customer, deal }) => ({
    customer,
    at: deal.steps.at(-1)?.at ?? deal.openedAt,
  }));
  const customers = await settleCustomers(tx, visits, context);
  const cars = await findSoldCars(
    tx,
    context.store,
    facts.map(({ deal }, at) => ({ deal, customerId: customers[at] ?? 0 })),
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
  await recordSales(tx, context.actor.userId, moved);
}

/** For each deal its stock vehicle; if two rows name one vehicle, the first gets it. */
async function findSoldCars(
  tx: Tx,
  store: Store,
  deals: readonly { deal: ReadDeal; customerId: number }[],
) {
  const cars = await carsOf(tx, store, deals, { lock: true });
  const used = new Set<number>();
  return cars.map((car) => {
    if (!car || !('id' in car) || used.has(car.id)) return null;
    used.add(car.id);
    return car.id;
  });
}

/**
 * Undoes an import: deletes its deals that have not been edited since and are in no locked month, restores their
 * vehicles, then removes the customers it created.
 */
export async function undoDealImport(
  tx: Tx,
  { importId, actor, store }: ImportContext,
  reportProgress: (done: number) => Promise<void>,
): Promise<number> {
  const through = await findLockedThrough(tx, store, { lock: true });
  // What a locked month counts stays.
  const and = sql<boolean>`(delivered_on is null or ${through}::date is null
    or delivered_on > ${through}::date)`;
  const kept = await undoSales(tx, { importId, authorId: actor.userId }, () =>
    deleteUntouched(tx, { table: 'deals', importId, reportProgress, and }),
  );
  await takeCustomersBack(tx, importId, async () => {});
  return kept;
}
