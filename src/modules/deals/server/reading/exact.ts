import { type RawBuilder, sql } from 'kysely';

/** What of a deal may be typed whole, besides its VIN: its number, its stock number, or the VIN of its trade. */
export function exactMatches(typed: string): RawBuilder<unknown>[] {
  const key = typed.toUpperCase().replace(/^(DEAL|STK|STOCK)\s*(?:#\s*)?(?=\S*\d)|[\s-]/g, '');
  return [
    sql`number = ${key}`,
    sql`stock_key = ${key} and stock_key <> ''`,
    sql`trade_vin = ${key}`,
    sql`right(trade_vin, 8) = ${key}`,
    sql`right(trade_vin, 6) = ${key}`,
  ];
}
