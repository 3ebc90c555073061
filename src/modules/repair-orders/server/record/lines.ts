import type { Selectable } from 'kysely';
import type { LineInput } from '../../contract/order.ts';
import type { LinesTable, OrdersDb } from '../tables.ts';

type NewLineRow = Omit<LinesTable, 'id'>;

/** Lines as rows to insert. A line without cost (its author may not see it) keeps the stored cost. */
export function toLines(
  orderId: number,
  lines: readonly LineInput[],
  before: readonly Selectable<LinesTable>[] = [],
): NewLineRow[] {
  const existing = new Map(before.map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const stored = line.id === undefined ? undefined : existing.get(line.id);
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
      labor_cost_cents: line.laborCostCents ?? stored?.labor_cost_cents ?? 0,
      parts_cost_cents: line.partsCostCents ?? stored?.parts_cost_cents ?? 0,
      declined: line.declined,
    };
  });
}

/** Replaces the lines of an order. */
export async function writeLines(
  tx: OrdersDb,
  orderId: number,
  lines: NewLineRow[],
): Promise<void> {
  await tx.deleteFrom('repair_order_lines').where('repair_order_id', '=', orderId).execute();
  if (lines.length > 0) await tx.insertInto('repair_order_lines').values(lines).execute();
}

const saleOfLine = ({ declined, labor_sale_cents, parts_sale_cents }: NewLineRow) =>
  declined ? 0 : labor_sale_cents + parts_sale_cents;

export const saleOf = (lines: readonly NewLineRow[]) =>
  lines.reduce((sum, line) => sum + saleOfLine(line), 0);

const comparable = (lines: readonly NewLineRow[]) =>
  JSON.stringify(
    lines.map((line) =>
      Object.entries(line)
        .filter(([name]) => columns.has(name))
        .toSorted(),
    ),
  );
const columns = new Set([
  'pay_type',
  'op_code',
  'complaint',
  'cause',
  'correction',
  'technician_id',
  'declined',
  'hours_flagged',
  'hours_actual',
  'labor_sale_cents',
  'parts_sale_cents',
  'labor_cost_cents',
  'parts_cost_cents',
]);

export const areSame = (a: readonly NewLineRow[], b: readonly NewLineRow[]) =>
  comparable(a) === comparable(b);
