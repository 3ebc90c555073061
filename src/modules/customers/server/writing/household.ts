import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from './create.ts';

interface Living {
  customerId: number;
  withCustomerId: number | null;
  ip: string;
}

/** Puts a customer into the house of another, which gets one if it has none; null takes them out of theirs. */
export async function liveWith(
  db: CustomersDb,
  actor: Actor,
  { customerId, withCustomerId, ip }: Living,
): Promise<number> {
  return db.transaction().execute(async (tx) => {
    const { id } = await getSeen(tx, actor, customerId, { lock: true });
    const ids = [id];
    let household: number | null = null;
    if (withCustomerId !== null) {
      const other = await getSeen(tx, actor, withCustomerId, { lock: true });
      if (other.id === id)
        throw invalid('Nobody shares a household with themselves.', {
          withCustomerId: 'Please choose another customer',
        });
      household = (await householdOf(tx, other.id)) ?? (await found(tx, actor.userId, other.id));
      ids.push(other.id);
    }
    const joins = household === null ? [id] : ids;
    await tx
      .updateTable('customers')
      .set({
        household_id: household,
        version: sql<number>`version + 1`,
        updated_at: sql<Date>`now()`,
        updated_by: actor.userId,
      })
      .where('id', 'in', joins)
      .where(sql<boolean>`household_id is distinct from ${household}::integer`)
      .execute();
    const subject = subjectOf(id);
    const after = { household };
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

/** A house is called after whoever was in it first. */
async function found(tx: CustomersDb, userId: number, id: number): Promise<number> {
  const { last_name, name } = await tx
    .selectFrom('customers')
    .select(['last_name', 'name'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const made = await tx
    .insertInto('customer_households')
    .values({ name: `${last_name || name} household`.slice(0, 100), created_by: userId })
    .returning('id')
    .executeTakeFirstOrThrow();
  return made.id;
}
