import { randomUUID } from 'node:crypto';
import { type Kysely, sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import type { CustomerTables } from '../tables.ts';
import { addContacts, refresh, rowOf } from '../writing/facts.ts';

type Tx = Kysely<CustomerTables>;

/** Inserts unassigned customers for the import’s store; returns their ids in the same order. */
export async function createCustomers(
  tx: Tx,
  facts: readonly CustomerFacts[],
  { importId, store, actor }: Pick<ImportContext, 'importId' | 'store' | 'actor'>,
): Promise<number[]> {
  if (facts.length === 0) return [];
  const pending = facts.map((one) => ({ client_id: randomUUID() as string, one }));
  const by = { created_by: actor.userId, updated_by: actor.userId, import_id: importId };
  const none = { household_id: null, merged_into_id: null, survivor_id: null };
  const inserted = await tx
    .insertInto('customers')
    .values(pending.map(({ client_id, one }) => ({ ...rowOf(one), ...by, ...none, client_id })))
    .returning(['id', 'client_id'])
    .execute();
  const idOf = new Map(inserted.map(({ id, client_id }) => [client_id, id]));
  const withIds = pending.flatMap(({ client_id, one }) => {
    const id = idOf.get(client_id);
    return id === undefined ? [] : [{ id, facts: one }];
  });
  const ids = withIds.map(({ id }) => id);
  await tx
    .insertInto('customer_stores')
    .values(ids.map((id) => ({ customer_id: id, store, owner_id: null })))
    .execute();
  await addContacts(tx, withIds);
  await refresh(tx, ids);
  await noteDuplicates(tx, ids);
  return ids;
}

const untouched = sql<boolean>`merged_into_id is null and household_id is null
  and not exists (select from customer_entries e where e.customer_id = customers.id)
  and not exists (select from customer_consents e where e.customer_id = customers.id)
  and not exists (select from customer_tasks e where e.customer_id = customers.id)
  and not exists (select from customer_appointments e where e.customer_id = customers.id)
  and not exists (select from customer_vehicles e where e.customer_id = customers.id)
  and not exists (select from customer_ups e where e.customer_id = customers.id)
  and not exists (select from customer_merges e where customers.id in (e.survivor_id, e.merged_id))`;

/** Undoes an import. Customers that someone has worked with since stay; returns how many. */
export const takeCustomersBack = (
  tx: Db<AnyTables>,
  importId: number,
  reportProgress: (done: number) => Promise<void>,
): Promise<number> =>
  deleteUntouched(tx, {
    table: 'customers',
    importId,
    reportProgress,
    and: untouched,
  });
