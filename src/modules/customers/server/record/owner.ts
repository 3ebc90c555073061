import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { assertOwnStore } from '../policy.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { assertWorksAt } from './check.ts';
import { subjectOf } from './create.ts';

interface OwnerCommand {
  customerId: number;
  store: Store;
  ownerId: number | null;
  ip: string;
}

/** Assigns an employee at a store, and links the customer to the store if needed. */
export async function setStoreOwner(
  db: CustomersDb,
  actor: Actor,
  { customerId, store, ownerId, ip }: OwnerCommand,
): Promise<number> {
  assertOwnStore(actor, store);
  return db.transaction().execute(async (tx) => {
    const { id } = await getVisible(tx, actor, customerId, { lock: true });
    if (ownerId !== null) await assertWorksAt(tx, ownerId, store, 'ownerId');
    const before = await tx
      .selectFrom('customer_stores')
      .select('owner_id')
      .where('customer_id', '=', id)
      .where('store', '=', store)
      .executeTakeFirst();
    await tx
      .insertInto('customer_stores')
      .values({ customer_id: id, store, owner_id: ownerId })
      .onConflict((known) =>
        known.columns(['customer_id', 'store']).doUpdateSet({ owner_id: ownerId }),
      )
      .execute();
    if (before && before.owner_id === ownerId) return id;
    await tx
      .updateTable('customers')
      .set({
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: actor.userId,
      })
      .where('id', '=', id)
      .execute();
    await recordActivity(tx, {
      actor,
      action: 'customer.owner_changed',
      subject: subjectOf(id),
      before: before ? { store, ownerId: before.owner_id } : null,
      after: { store, ownerId },
      ip,
    });
    return id;
  });
}
