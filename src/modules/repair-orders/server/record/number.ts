import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { OrdersDb } from '../tables.ts';

const first = 100_000;

/**
 * The next number of a store: `100001`. The counter’s row lock serializes concurrent requests;
 * numbers that were entered by hand are skipped.
 */
export async function nextNumber(tx: OrdersDb, store: Store): Promise<string> {
  await sql`insert into repair_order_counters values (${store}, ${first})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ number: string }>`
    with counter as (select last from repair_order_counters where store = ${store} for update),
      free as (
        select n from counter, generate_series(last + 1, last + 10000) n
        where not exists (select from repair_orders r
          where r.store = ${store} and r.number = n::text)
        order by n limit 1)
    update repair_order_counters set last = free.n from free where store = ${store}
    returning last::text as number`.execute(tx);
  if (!rows[0]) throw conflict('No free RO number found. Enter one.');
  return rows[0].number;
}
