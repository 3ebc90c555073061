import { type Kysely, sql } from 'kysely';
import type { CustomerTables, MergeSnapshot } from '../tables.ts';
import { readFacts, replaceFacts } from '../writing/facts.ts';

type Tx = Kysely<CustomerTables>;

/** Everything a merge changes of a customer. */
export async function readSnapshot(tx: Tx, id: number): Promise<MergeSnapshot> {
  const facts = await readFacts(tx, id);
  const row = await tx
    .selectFrom('customers')
    .select(['household_id', 'last_activity_at'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const stores = await tx
    .selectFrom('customer_stores')
    .selectAll()
    .where('customer_id', '=', id)
    .orderBy('store')
    .execute();
  return {
    facts,
    householdId: row.household_id,
    lastActivityAt: row.last_activity_at.toISOString(),
    stores: stores.map((one) => ({
      ...{ store: one.store, ownerId: one.owner_id },
      firstSeenAt: one.first_seen_at.toISOString(),
      lastActivityAt: one.last_activity_at.toISOString(),
    })),
  };
}

/** Restores a customer from a snapshot; the caller holds the row lock. */
export async function writeSnapshot(
  tx: Tx,
  id: number,
  { facts, householdId, stores, lastActivityAt }: MergeSnapshot,
  userId: number,
): Promise<void> {
  await tx
    .updateTable('customers')
    .set({ household_id: householdId, last_activity_at: new Date(lastActivityAt) })
    .where('id', '=', id)
    .execute();
  await tx
    .deleteFrom('customer_stores')
    .where('customer_id', '=', id)
    .where('store', '<>', sql<never>`all(${stores.map(({ store }) => store)}::text[])`)
    .execute();
  await tx
    .insertInto('customer_stores')
    .values(
      stores.map((one) => ({
        ...{ customer_id: id, store: one.store, owner_id: one.ownerId },
        first_seen_at: new Date(one.firstSeenAt),
        last_activity_at: new Date(one.lastActivityAt),
      })),
    )
    .onConflict((known) =>
      known.columns(['customer_id', 'store']).doUpdateSet((excluded) => ({
        owner_id: excluded.ref('excluded.owner_id'),
        first_seen_at: excluded.ref('excluded.first_seen_at'),
        last_activity_at: excluded.ref('excluded.last_activity_at'),
      })),
    )
    .execute();
  await replaceFacts(tx, id, facts, userId);
}
