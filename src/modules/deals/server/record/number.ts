import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { conflict } from '../../../../platform/server/http/errors.ts';
import type { DealsDb } from '../tables.ts';

const first = 10_000;

/**
 * The next number of a store: `10001`. Concurrent calls wait on the counter's row lock; numbers that were
 * entered by hand are skipped.
 */
export async function nextNumber(tx: DealsDb, store: Store): Promise<string> {
  await sql`insert into deal_counters values (${store}, ${first}) on conflict do nothing`.execute(
    tx,
  );
  const { rows } = await sql<{ number: string }>`
    with counter as (select last from deal_counters where store = ${store} for update),
      free as (
        select n from counter, generate_series(last + 1, last + 10000) n
        where not exists (select from deals d where d.store = ${store} and d.number = n::text)
        order by n limit 1)
    update deal_counters set last = free.n from free where store = ${store}
    returning last::text as number`.execute(tx);
  if (!rows[0]) throw conflict('No deal number is available. Enter one.');
  return rows[0].number;
}
