import { sql } from 'kysely';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';

/** Records activity of a customer at a store, and links the customer to the store. */
export async function touchCustomer(
  tx: Db<AnyTables>,
  customerId: number,
  store: Store,
  at: Date = new Date(),
): Promise<void> {
  await sql`insert into customer_stores (customer_id, store, first_seen_at, last_activity_at)
    values (${customerId}, ${store}, ${at}, ${at})
    on conflict (customer_id, store) do update set
      last_activity_at = greatest(customer_stores.last_activity_at, excluded.last_activity_at)`.execute(
    tx,
  );
  await sql`update customers set last_activity_at = greatest(last_activity_at, ${at}::timestamptz)
    where id = ${customerId}`.execute(tx);
}

/** `touchCustomer` in bulk; a customer may be there several times. */
export async function touchCustomers(
  tx: Db<AnyTables>,
  visits: readonly { id: number; at: Date }[],
  store: Store,
): Promise<void> {
  const latest = sql`select v.id, max(v.at) as at, min(v.at) as first
    from jsonb_to_recordset(${JSON.stringify(visits)}::jsonb) as v (id integer, at timestamptz)
    group by v.id`;
  await sql`insert into customer_stores (customer_id, store, first_seen_at, last_activity_at)
    select v.id, ${store}, v.first, v.at from (${latest}) v
    on conflict (customer_id, store) do update set
      last_activity_at = greatest(customer_stores.last_activity_at, excluded.last_activity_at)`.execute(
    tx,
  );
  await sql`update customers c set last_activity_at = greatest(c.last_activity_at, v.at)
    from (${latest}) v where c.id = v.id and c.last_activity_at < v.at`.execute(tx);
}
