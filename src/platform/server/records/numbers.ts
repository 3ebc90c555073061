import { sql } from 'kysely';
import type { Store } from '../../contract/access.ts';
import type { AnyTables, Db } from '../db/database.ts';
import { conflict } from '../errors.ts';

interface NumberSeries {
  /** The table of the records, with `store` and `number`. */
  records: string;
  /** The table of the counters, with `store` and `last`. */
  counters: string;
  /** The number before the first. */
  first: number;
  /** The message of the 409 if the next 10,000 numbers are taken. */
  refusal: string;
}

/**
 * The next number of a store, such as `10001`. Concurrent calls wait on the counter's row lock; numbers that were
 * entered by hand are skipped.
 */
export async function nextNumber(
  tx: Db<AnyTables>,
  store: Store,
  { records, counters, first, refusal }: NumberSeries,
): Promise<string> {
  const counterTable = sql.table(counters);
  await sql`insert into ${counterTable} values (${store}, ${first})
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ number: string }>`
    with counter as (select last from ${counterTable} where store = ${store} for update),
      free as (
        select n from counter, generate_series(last + 1, last + 10000) n
        where not exists (select from ${sql.table(records)} r
          where r.store = ${store} and r.number = n::text)
        order by n limit 1)
    update ${counterTable} set last = free.n from free where store = ${store}
    returning last::text as number`.execute(tx);
  if (!rows[0]) throw conflict(refusal);
  return rows[0].number;
}
