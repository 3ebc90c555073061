import type { Selectable } from 'kysely';
import type { LineInput } from '../../contract/order.ts';
import type { LinesTable, OrdersDb } from '../tables.ts';

type Written = Omit<LinesTable, 'id'>;

/** The lines as they are to be stored. Who may not see cost leaves that of each line as it is. */
export function toLines(
  orderId: number,
  lines: readonly LineInput[],
  before: readonly Selectable<LinesTable>[] = [],
): Written[] {
  const known = new Map(before.map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const was = line.id === undefined ? undefined : known.get(line.id);
    return {
      repair_order_id: orderId,
      position: index + 1,
      pay_type: line.payType,
      op_code: line.opCode,
      complaint: line.complaint,
      cause: line.cause,
      correction: line.correction,
      technician_id: line.technicianId,
      hours_flagged: line.hoursFlagged,
      hours_actual: line.hoursActual,
      labor_sale_cents: line.laborSaleCents,
      parts_sale_cents: line.partsSaleCents,
      labor_cost_cents: line.laborCostCents ?? was?.labor_cost_cents ?? 0,
      parts_cost_cents: line.partsCostCents ?? was?.parts_cost_cents ?? 0,
      declined: line.declined,
    };
  });
}

/** Puts these lines in the place of those there were. */
export async function writeLines(tx: OrdersDb, orderId: number, lines: Written[]): Promise<void> {
  await tx.deleteFrom('repair_order_lines').where('repair_order_id', '=', orderId).execute();
  if (lines.length > 0) await tx.insertInto('repair_order_lines').values(lines).execute();
}

const describeLine = ({ declined, labor_sale_cents, parts_sale_cents }: Written) =>
  declined ? 0 : labor_sale_cents + parts_sale_cents;

export const saleOf = (lines: readonly Written[]) =>
  lines.reduce((sum, line) => sum + describeLine(line), 0);

const compared = (lines: readonly Written[]) =>
  JSON.stringify(
    lines.map((line) =>
      Object.entries(line)
        .filter(([name]) => columns.has(name))
        .toSorted(),
    ),
  );
const columns = new Set([
  ...['pay_type', 'op_code', 'complaint', 'cause', 'correction', 'technician_id', 'declined'],
  ...['hours_flagged', 'hours_actual', 'labor_sale_cents', 'parts_sale_cents'],
  ...['labor_cost_cents', 'parts_cost_cents'],
]);

export const areSame = (some: readonly Written[], others: readonly Written[]) =>
  compared(some) === compared(others);
