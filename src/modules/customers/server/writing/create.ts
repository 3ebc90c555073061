import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { createCustomer } from '../../contract/records.ts';
import { noteDuplicates } from '../merging/duplicates.ts';
import { assertOwnStore } from '../policy.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { assertNamed, assertWorksAt } from './check.ts';
import { addContacts, factsOf, refresh, rowOf } from './facts.ts';

type Body = ValidOf<typeof createCustomer>['body'];

/** In the log a customer is a number: it is sealed, and must not keep names nobody may erase. */
export const subjectOf = (id: number) => ({ type: 'customer', id, name: `Customer ${id}` });

/** Adds the customer, once: sent again with its id it is the one that is there. Answers its number. */
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
    if (!added) return findSent(tx, actor, clientId);
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

async function findSent(tx: CustomersDb, actor: Actor, clientId: string): Promise<number> {
  const known = await tx
    .selectFrom('customers')
    .select('id')
    .where('created_by', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (!known) throw conflict('There is another customer with this id.');
  return (await getSeen(tx, actor, known.id)).id;
}
