import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { deleteUntouched, type ImportContext } from '../../../imports/server/public.ts';
import type { CustomerFacts } from '../../contract/records.ts';
import { noteDuplicates } from '../duplicates.ts';
import { addContacts, refresh, rowOf } from '../record/facts.ts';
import type { CustomersDb } from '../tables.ts';

/** Inserts unassigned customers for the import’s store; returns their ids in the same order. */
export async function createCustomers(
  tx: CustomersDb,
  facts: readonly CustomerFacts[],
  { importId, store, actor }: Pick<ImportContext, 'importId' | 'store' | 'actor'>,
): Promise<number[]> {
  if (facts.length === 0) return [];
  const newCustomers = facts.map((each) => ({ clientId: randomUUID() as string, facts: each }));
  const inserted = await tx
    .insertInto('customers')
    .values(
      newCustomers.map((customer) => ({
        ...rowOf(customer.facts),
        client_id: customer.clientId,
        household_id: null,
        merged_into_id: null,
        survivor_id: null,
        import_id: importId,
        created_by: actor.userId,
        updated_by: actor.userId,
      })),
    )
    .returning(['id', 'client_id'])
    .execute();
  const idByClientId = new Map(inserted.map(({ id, client_id }) => [client_id, id]));
  const withIds = newCustomers.flatMap((customer) => {
    const id = idByClientId.get(customer.clientId);
    return id === undefined ? [] : [{ id, facts: customer.facts }];
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
