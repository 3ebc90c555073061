import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Source } from '../../contract/fields.ts';
import type { Condition } from '../../contract/status.ts';
import type { VehicleDb } from '../tables.ts';

const storeLetters: Record<Store, string> = { ford: 'F', hyundai: 'H', chevrolet: 'C' };

interface NumberingFacts {
  store: Store;
  condition: Condition;
  acquiredFrom: Source;
  acquiredOn: string;
}

/** N for new, P for purchased, U for other used vehicles. */
export function prefixOf({ store, condition, acquiredFrom, acquiredOn }: NumberingFacts): string {
  const bought = acquiredFrom === 'auction' || acquiredFrom === 'purchase';
  const kind = condition === 'new' ? 'N' : bought ? 'P' : 'U';
  return `${storeLetters[store]}${kind}${acquiredOn.slice(2, 4)}`;
}

/**
 * The next number of its store, kind and year: `FN260017`. The counter’s row lock serializes concurrent
 * requests; numbers that were entered by hand are skipped.
 */
export async function nextStockNumber(tx: VehicleDb, car: NumberingFacts): Promise<string> {
  const prefix = prefixOf(car);
  await sql`insert into vehicle_stock_counters values (${prefix}, 0)
    on conflict do nothing`.execute(tx);
  const { rows } = await sql<{ number: string }>`
    with counter as (select last from vehicle_stock_counters where prefix = ${prefix} for update),
      free as (
        select n from counter, generate_series(last + 1, last + 10000) n
        where not exists (select from stock_vehicles v
          where v.store = ${car.store} and v.stock_key = ${prefix} || lpad(n::text, 4, '0'))
        order by n limit 1)
    update vehicle_stock_counters set last = free.n from free where prefix = ${prefix}
    returning prefix || lpad(last::text, 4, '0') as number`.execute(tx);
  if (!rows[0]) throw conflict('No free stock number found. Enter one.');
  return rows[0].number;
}

const letters = [...'ABCDEFGHJKLMNPRSTUVWXYZ'];

/**
 * The number of a trade-in: that of the vehicle it was traded for plus the next letter. A trade-in on a
 * trade-in takes the next letter: HC325, HC325A, HC325B.
 */
export async function tradeNumber(
  tx: VehicleDb,
  store: Store,
  sold: { stock_number: string; traded_for_id: number | null },
): Promise<string> {
  const root =
    sold.traded_for_id === null ? sold.stock_number : sold.stock_number.replace(/[A-Z]$/, '');
  const numbers = letters.map((letter) => `${root}${letter}`);
  const taken = await tx
    .selectFrom('stock_units')
    .select('stock_key')
    .where('store', '=', store)
    .where(
      'stock_key',
      'in',
      numbers.map((number) => number.replaceAll('-', '')),
    )
    .execute();
  const keys = new Set(taken.map(({ stock_key }) => stock_key));
  const free = numbers.find((number) => !keys.has(number.replaceAll('-', '')));
  if (!free || free.length > 16) throw conflict('No free letter left. Enter a stock number.');
  return free;
}
