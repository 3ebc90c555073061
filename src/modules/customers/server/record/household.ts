import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from './create.ts';

interface HouseholdCommand {
  customerId: number;
  withCustomerId: number | null;
  ip: string;
}

/** Moves a customer into another's household, created if needed; null removes them from theirs. */
export async function changeHousehold(
  db: CustomersDb,
  actor: Actor,
  { customerId, withCustomerId, ip }: HouseholdCommand,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await getVisible(tx, actor, customerId, { lock: true });
    const ids = [id];
    let householdId: number | null = null;
    if (withCustomerId !== null) {
      const other = await getVisible(tx, actor, withCustomerId, { lock: true });
      if (other.id === id)
        throw invalid('A customer can’t share a household with themselves.', {
          withCustomerId: 'Choose another customer',
        });
      householdId =
        (await householdOf(tx, other.id)) ?? (await createHousehold(tx, actor.userId, other.id));
      ids.push(other.id);
    }
    const members = householdId === null ? [id] : ids;
    await tx
      .updateTable('customers')
      .set({
        household_id: householdId,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: actor.userId,
      })
      .where('id', 'in', members)
      .where(sql<boolean>`household_id is distinct from ${householdId}::integer`)
      .execute();
    const subject = subjectOf(id);
    const after = { household: householdId };
    await recordActivity(tx, { actor, action: 'customer.household_changed', subject, after, ip });
    return id;
  });
}

async function householdOf(tx: CustomersDb, id: number): Promise<number | null> {
  const row = await tx
    .selectFrom('customers')
    .select('household_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return row.household_id;
}

/** A household is named after its first member. */
async function createHousehold(tx: CustomersDb, userId: number, id: number): Promise<number> {
  const { last_name, name } = await tx
    .selectFrom('customers')
    .select(['last_name', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const created = await tx
    .insertInto('customer_households')
    .values({ name: `${last_name || name} household`.slice(0, 100), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return created.id;
}
