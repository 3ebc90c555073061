import { type Kysely, sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import type { MatchedCustomer } from '../../../customers/server/public.ts';
import { toLines } from '../record/lines.ts';
import type { RepairOrderTables } from '../tables.ts';
import type { ReadOrder } from './read.ts';

/** The store’s orders with these numbers, each serialized for comparison with a file. */
export async function findKnown(
  tx: Kysely<RepairOrderTables>,
  store: Store,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<StoredOrder>`
    select r.number, r.vehicle, r.vin, r.advisor_id, r.status, r.opened_at, r.promised_at,
      r.closed_at, r.miles_in, r.miles_out, r.note, c.root_id as customer_id,
      (select coalesce(jsonb_agg(to_jsonb(l) - 'id' - 'repair_order_id' - 'version' order by l.position), '[]')
        from repair_order_lines l where l.repair_order_id = r.id) as lines
    from repair_orders r join customers c on c.id = r.customer_id
    where r.store = ${store} and r.number = any(${numbers}::text[])`.execute(tx);
  return new Map(rows.map((row) => [row.number, factsOf(row)]));
}

interface StoredOrder {
  number: string;
  vehicle: string;
  vin: string | null;
  advisor_id: number;
  status: string;
  opened_at: Date;
  promised_at: Date | null;
  closed_at: Date | null;
  miles_in: number | null;
  miles_out: number | null;
  note: string;
  customer_id: number;
  lines: Record<string, unknown>[];
}

const sorted = (line: object) => Object.entries(line).toSorted(([a], [b]) => (a < b ? -1 : 1));

function factsOf(row: StoredOrder): string {
  const { lines, ...facts } = row;
  return JSON.stringify([sorted(facts), lines.map(sorted)]);
}

/** Whether the file’s order equals the stored one. */
export function isSame(stored: string, read: ReadOrder, customer: MatchedCustomer): boolean {
  if (!('id' in customer)) return false;
  const lines = toLines(0, read.lines).map(({ repair_order_id: _, ...line }) => line);
  return (
    stored ===
    factsOf({
      number: read.number,
      vehicle: read.vehicle,
      vin: read.vin,
      advisor_id: read.advisorId,
      status: read.status,
      opened_at: read.openedAt,
      promised_at: read.promisedAt,
      closed_at: read.closedAt,
      miles_in: read.milesIn,
      miles_out: read.milesOut,
      note: read.note,
      customer_id: customer.id,
      lines,
    })
  );
}
