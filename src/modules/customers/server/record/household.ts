import { sql } from 'kysely';
import { invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/records.ts';
import { publishChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb } from '../tables.ts';
import { getVisibleCustomer, lockVisiblePair, subjectOf } from '../visible.ts';
import { describeCustomer } from './open.ts';

/** Moves a customer into another's household, created if needed; null removes them from theirs. */
export function setHousehold(services: CustomerServices): Handler<typeof calls.setHousehold> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { customerId }, body: { withCustomerId }, ip }) => {
    await writes.consume(String(actor.userId));
    const { id, other } = await db.transaction().execute(async (tx) => {
      const [customer, joined] =
        withCustomerId === null
          ? ([await getVisibleCustomer(tx, actor, customerId, { lock: true }), null] as const)
          : await lockVisiblePair(tx, actor, customerId, withCustomerId);
      if (joined?.id === customer.id)
        throw invalid('A customer can’t share a household with themselves.', {
          withCustomerId: 'Choose another customer',
        });
      const householdId = joined && (await findOrCreateHousehold(tx, actor.userId, joined.id));
      const changed = await tx
        .updateTable('customers')
        .set({
          household_id: householdId,
          version: sql<number>`version + 1`,
          updated_at: sql<Date>`now()`,
          updated_by: actor.userId,
        })
        .where('id', 'in', joined ? [customer.id, joined.id] : [customer.id])
        .where(sql<boolean>`household_id is distinct from ${householdId}::integer`)
        .returning(['id', 'version'])
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'customer.household_changed',
        subject: subjectOf(customer.id),
        after: { household: householdId },
        ip,
      });
      return { id: customer.id, other: changed.find((row) => row.id === joined?.id) };
    });
    const record = await describeCustomer(db, actor, id);
    publishChange(platform, actor, record);
    if (other) publishChange(platform, actor, other);
    return record;
  };
}

/** A household is named after its first member. */
async function findOrCreateHousehold(
  tx: CustomersDb,
  userId: number,
  customerId: number,
): Promise<number> {
  const { household_id, last_name, name } = await tx
    .selectFrom('customers')
    .select(['household_id', 'last_name', 'name'])
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  if (household_id !== null) return household_id;
  const created = await tx
    .insertInto('customer_households')
    .values({ name: `${last_name || name} household`.slice(0, 100), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}
