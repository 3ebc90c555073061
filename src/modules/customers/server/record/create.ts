import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { createCustomer } from '../../contract/records.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import { assertOwnStore } from '../policy.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { assertNamed, assertWorksAt } from './check.ts';
import { addContacts, factsOf, refresh, rowOf } from './facts.ts';

type Body = ValidOf<typeof createCustomer>['body'];

/** The activity log is sealed and cannot be erased, so it holds numbers instead of names. */
export const subjectOf = (id: number) => ({ type: 'customer', id, name: `Customer ${id}` });

/** Creates a customer and returns its id; repeating the clientId returns the same one. */
export async function addCustomer(
  db: CustomersDb,
  actor: Actor,
  { clientId, store, ownerId = actor.userId, ...input }: Body,
  ip: string,
): Promise<number> {
  const facts = factsOf(input);
  assertNamed(facts);
  assertOwnStore(actor, store);
  return db.transaction().execute(async (tx) => {
    if (ownerId !== null) await assertWorksAt(tx, ownerId, store, 'ownerId');
    const by = { created_by: actor.userId, updated_by: actor.userId };
    const added = await tx
      .insertInto('customers')
      .values({
        ...rowOf(facts),
        ...by,
        ...{ client_id: clientId, household_id: null, merged_into_id: null },
        ...{ survivor_id: null, import_id: null },
      })
      .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return findCreated(tx, actor, clientId);
    await tx
      .insertInto('customer_stores')
      .values({ customer_id: added.id, store, owner_id: ownerId })
      .execute();
    await addContacts(tx, [{ id: added.id, facts }]);
    await refresh(tx, [added.id]);
    await noteDuplicates(tx, [added.id]);
    const subject = subjectOf(added.id);
    await recordActivity(tx, { actor, action: 'customer.created', subject, after: { store }, ip });
    return added.id;
  });
}

async function findCreated(tx: CustomersDb, actor: Actor, clientId: string): Promise<number> {
  const existing = await tx
    .selectFrom('customers')
    .select('id')
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!existing) throw conflict('Another customer has this id.');
  return (await getVisible(tx, actor, existing.id)).id;
}
