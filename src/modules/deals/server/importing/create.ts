import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import { settleCustomers, takeCustomersBack } from '../../../customers/server/public.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import { importDeals } from '../import.ts';
import type { DealTables } from '../tables.ts';
import type { NewDeal } from './check.ts';

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
  const customers = await settleCustomers(tx as never, visits, context);
  const ids = await importDeals(
    tx,
    facts.map(({ deal }, at) => ({
      ...deal,
      clientId: randomUUID(),
      customerId: customers[at] ?? 0,
      authorId: context.actor.userId,
    })),
  );
  await sql`update deals set import_id = ${context.importId}
    where id = any(${ids}::integer[])`.execute(tx);
}

/** Takes the deals of an import back that nobody has touched, and then the customers who came with it. */
export async function takeDealsBack(
  tx: Tx,
  importId: number,
  tell: (done: number) => Promise<void>,
): Promise<number> {
  const kept = await deleteUntouched(tx, { room: 'deals', importId, tell });
  await takeCustomersBack(tx as never, importId, async () => {});
  return kept;
}
