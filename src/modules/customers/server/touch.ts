import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';

/** Records activity of a customer at a store, and links the customer to the store. */
export async function touch(
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
