import { permits } from '../../../../platform/contract/access.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { findCreated } from '../../../../platform/server/records/repeats.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { read } from '../../contract/fields.ts';
import type * as calls from '../../contract/records.ts';
import { noteDuplicates } from '../duplicates.ts';
import { assertOwnStore } from '../policy.ts';
import { publishChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf, worksWithCustomers } from '../visible.ts';
import { addContacts, assertNamed, factsOf, refresh, rowOf } from './facts.ts';
import { describeCustomer } from './open.ts';

/** Who added the customer is assigned, unless they cannot open it. */
const ownerOf = (actor: Actor) => (permits(read, actor) ? actor.userId : null);

/** Repeating the clientId returns the same customer. */
export function createCustomer(services: CustomerServices): Handler<typeof calls.createCustomer> {
  const { platform, db, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, store, ownerId = ownerOf(actor), ...input } = body;
    const facts = factsOf(input);
    assertNamed(facts);
    assertOwnStore(actor, store);
    const id = await db.transaction().execute(async (tx) => {
      if (ownerId !== null) await assertWorksAt(tx, ownerId, store, 'ownerId', worksWithCustomers);
      const added = await tx
        .insertInto('customers')
        .values({
          ...rowOf(facts),
          client_id: clientId,
          household_id: null,
          merged_into_id: null,
          survivor_id: null,
          import_id: null,
          created_by: actor.userId,
          updated_by: actor.userId,
        })
        .onConflict((same) => same.columns(['created_by', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) {
        const existingId = await findCreated(tx, 'customers', actor, clientId);
        if (existingId === undefined) throw conflict('Another customer has this id.');
        return (await getVisibleCustomer(tx, actor, existingId)).id;
      }
      await tx
        .insertInto('customer_stores')
        .values({ customer_id: added.id, store, owner_id: ownerId })
        .execute();
      await addContacts(tx, [{ id: added.id, facts }]);
      await refresh(tx, [added.id]);
      await noteDuplicates(tx, [added.id]);
      await recordActivity(tx, {
        actor,
        action: 'customer.created',
        subject: subjectOf(added.id),
        after: { store },
        ip,
      });
      return added.id;
    });
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, actor, record);
    return record;
  };
}
