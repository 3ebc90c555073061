import { type RawBuilder, sql } from 'kysely';
import { permits } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { notFound } from '../../../platform/server/errors.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { mayUse, type StaffRule } from '../../../platform/server/records/staff.ts';
import { read } from '../contract/fields.ts';
import { storesOf } from './policy.ts';

/** Whether the customer with this id column is known to one of these stores. */
export const knownTo = (stores: readonly string[], id = 'c.id'): RawBuilder<boolean> => sql`
  exists (select from customer_stores s
    where s.customer_id = ${sql.raw(id)} and s.store = any(${stores}::text[]))`;

/** Everyone who is responsible for a customer must be able to open it. */
export const worksWithCustomers: StaffRule = {
  condition: mayUse(read),
  message: 'This employee doesn’t work with customers at this store.',
  problem: 'Choose an employee who works with customers at this store',
};

/** A customer's own id and those merged into it. */
export const familyOf = (rootId: number) =>
  sql`(select id from customers where root_id = ${rootId})`;

export interface VisibleCustomer {
  id: number;
  version: number;
  name: string;
}

/**
 * The customer an id leads to (itself, or the one it was merged into), if the actor may see it. `lock` locks
 * its row. Throws `not_found`.
 */
export async function getVisibleCustomer(
  db: Db<AnyTables>,
  actor: Actor,
  customerId: number,
  { lock = false }: { lock?: boolean } = {},
): Promise<VisibleCustomer> {
  const find = async () => {
    const { rows } = await sql<VisibleCustomer>`
      select c.id, c.version, c.name from customers c
      where c.id = (select root_id from customers where id = ${customerId})
        and c.merged_into_id is null and ${knownTo(storesOf(actor))}
      ${lock ? sql`for no key update of c` : sql``}`.execute(db);
    return rows[0];
  };
  // One that was merged while this waited for its lock is found the second time through the one it was merged into.
  const customer = (await find()) ?? (lock ? await find() : undefined);
  if (!customer) throw notFound();
  return customer;
}

/**
 * The customers two ids lead to, locked in the order of their own ids, so that two changes of the same customers never
 * deadlock. Throws `not_found`.
 */
export async function lockVisiblePair(
  tx: Db<AnyTables>,
  actor: Actor,
  firstId: number,
  secondId: number,
): Promise<readonly [VisibleCustomer, VisibleCustomer]> {
  const lock = (id: number) => getVisibleCustomer(tx, actor, id, { lock: true });
  const { id: first } = await getVisibleCustomer(tx, actor, firstId);
  const { id: second } = await getVisibleCustomer(tx, actor, secondId);
  if (first <= second) return [await lock(firstId), await lock(secondId)];
  const locked = await lock(secondId);
  return [await lock(firstId), locked];
}

/**
 * The customer an id leads to, for an endpoint whose access says nothing about customers. Throws `not_found` as well
 * without the right to read customers.
 */
export async function getReadableCustomer(
  db: Db<AnyTables>,
  actor: Actor,
  customerId: number,
): Promise<VisibleCustomer> {
  if (!permits(read, actor)) throw notFound();
  return getVisibleCustomer(db, actor, customerId);
}

/** The activity log is sealed and cannot be erased, so it holds numbers instead of names. */
export const subjectOf = (id: number) => ({ type: 'customer', id, name: `Customer ${id}` });
