import { sql } from 'kysely';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertWorksAt } from '../../../../platform/server/records/staff.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/records.ts';
import { assertOwnStore } from '../policy.ts';
import { publishChange, publishRecordChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import { getVisibleCustomer, subjectOf, worksWithCustomers } from '../visible.ts';
import { describeCustomer, recordOpening } from './open.ts';

/** Assigns an employee at a store, and links the customer to the store if needed. */
export function setOwner(services: CustomerServices): Handler<typeof calls.setOwner> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { customerId, store }, body: { ownerId }, ip }) => {
    await writes.consume(String(actor.userId));
    assertOwnStore(actor, store);
    const id = await db.transaction().execute(async (tx) => {
      const customer = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      if (ownerId !== null) await assertWorksAt(tx, ownerId, store, 'ownerId', worksWithCustomers);
      const before = await tx
        .selectFrom('customer_stores')
        .select('owner_id')
        .where('customer_id', '=', customer.id)
        .where('store', '=', store)
        .executeTakeFirst();
      await tx
        .insertInto('customer_stores')
        .values({ customer_id: customer.id, store, owner_id: ownerId })
        .onConflict((known) =>
          known.columns(['customer_id', 'store']).doUpdateSet({ owner_id: ownerId }),
        )
        .execute();
      if (before && before.owner_id === ownerId) {
        await recordOpening(tx, actor, customer.id, ip);
        return customer.id;
      }
      await tx
        .updateTable('customers')
        .set({
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`now()`,
          updated_by: actor.userId,
        })
        .where('id', '=', customer.id)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'customer.owner_changed',
        subject: subjectOf(customer.id),
        before: before ? { store, ownerId: before.owner_id } : null,
        after: { store, ownerId },
        ip,
      });
      return customer.id;
    });
    publishRecordChange(platform, id);
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, actor, record);
    return record;
  };
}
