import { type Selectable, sql } from 'kysely';
import type { LineInput } from '../../contract/order.ts';
import type { LinesTable, OrdersDb } from '../tables.ts';

/** `id`: of the line that is there already. */
type NewLineRow = Omit<LinesTable, 'id' | 'version'> & { id?: number };

/** Lines as rows to insert. A line without cost (its author may not see it) keeps the stored cost. */
export function toLines(
  orderId: number,
  lines: readonly LineInput[],
  before: readonly Selectable<LinesTable>[] = [],
): NewLineRow[] {
  const existing = new Map(before.map((line) => [line.id, line]));
  return lines.map((line, index) => {
    const stored = line.id === undefined ? undefined : existing.get(line.id);
    // An id that comes twice is the same line only once.
    if (stored) existing.delete(stored.id);
    return {
      ...(stored && { id: stored.id }),
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

/** Writes the lines of an order; those that were there keep their ids, and get a new version if they changed. */
export async function writeLines(
  tx: OrdersDb,
  lines: readonly NewLineRow[],
  before: readonly Selectable<LinesTable>[] = [],
): Promise<void> {
  const stored = new Map(before.map((line) => [line.id, line]));
  const kept = new Set(lines.map(({ id }) => id));
  const gone = before.filter(({ id }) => !kept.has(id)).map(({ id }) => id);
  const changed = lines.filter(({ id, ...line }) => {
    const was = id === undefined ? undefined : stored.get(id);
    return was && (was.position !== line.position || !areSame([line], [was]));
  });
  const added = lines.filter(({ id }) => id === undefined).map(({ id: _, ...line }) => line);
  if (gone.length > 0) await tx.deleteFrom('repair_order_lines').where('id', 'in', gone).execute();
  if (changed.length > 0) await updateLines(tx, changed);
  if (added.length > 0) await tx.insertInto('repair_order_lines').values(added).execute();
}

const updateLines = (tx: OrdersDb, lines: readonly NewLineRow[]) =>
  sql`update repair_order_lines l set position = n.position, pay_type = n.pay_type,
      op_code = n.op_code, complaint = n.complaint, cause = n.cause, correction = n.correction,
      technician_id = n.technician_id, hours_flagged = n.hours_flagged,
      hours_actual = n.hours_actual, labor_sale_cents = n.labor_sale_cents,
      labor_cost_cents = n.labor_cost_cents, parts_sale_cents = n.parts_sale_cents,
      parts_cost_cents = n.parts_cost_cents, declined = n.declined, version = l.version + 1
    from jsonb_populate_recordset(null::repair_order_lines, ${JSON.stringify(lines)}::jsonb) n
    where l.id = n.id`.execute(tx);

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
