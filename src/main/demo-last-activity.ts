import { sql } from 'kysely';
import type { AnyTables, Db } from '../platform/server/db/database.ts';

/** Everything that happened with a customer at a store, as shown in the timeline. */
const happened = sql`
  select customer_id, store, at from customer_entries
  union all select customer_id, store, created_at from customer_tasks
  union all select customer_id, store, done_at from customer_tasks
  union all select a.customer_id, a.store, s.at
    from customer_appointments a join customer_appointment_steps s on s.appointment_id = a.id
  union all select customer_id, store, arrived_at from customer_ups
  union all select customer_id, store, opened_at from deals
  union all select customer_id, store, received_at from leads
  union all select customer_id, store, opened_at from repair_orders`;

/**
 * Sets the last activity of the demo customers from their timelines, as live writes do; customers without entries
 * keep their seeded date.
 */
export async function seedLastActivity(tx: Db<AnyTables>, asOf: Date): Promise<void> {
  const latest = sql`select customer_id, store, max(at) as at from (${happened}) lines
    where customer_id is not null and at <= ${asOf} group by 1, 2`;
  await sql`insert into customer_stores (customer_id, store, first_seen_at, last_activity_at)
    select customer_id, store, at, at from (${latest}) latest
    on conflict (customer_id, store) do update
      set last_activity_at = excluded.last_activity_at`.execute(tx);
  await sql`update customers c set last_activity_at = latest.at
    from (select customer_id, max(at) as at from (
        select customer_id, last_activity_at as at from customer_stores
        union all select customer_id, at from customer_consents where at <= ${asOf}) lines
      group by 1) latest
    where c.id = latest.customer_id`.execute(tx);
}
