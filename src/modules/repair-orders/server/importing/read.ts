import * as z from 'zod/mini';
import { AppError } from '../../../../platform/server/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import {
  agree,
  countOf,
  type FileRecord,
  type FindStaff,
  type ImportContext,
  isStore,
  type RowProblem,
  type SharedValue,
} from '../../../imports/server/public.ts';
import {
  type LineInput,
  lineInput,
  linesAtMost,
  number,
  orderFacts,
} from '../../contract/order.ts';
import { numberOf } from '../record/number.ts';
import { agreedFields } from './fields.ts';
import { hasWork, toLine } from './line.ts';
import { type Times, timesOf } from './times.ts';

const { vehicle, vin, milesIn, milesOut, note } = orderFacts;
const readOrder = z.strictObject({
  number,
  vehicle,
  vin,
  milesIn,
  milesOut,
  note,
  lines: z
    .array(lineInput)
    .check(z.maxLength(linesAtMost, 'A repair order can have at most 100 lines')),
});

/** An order parsed from its rows, except for the customer. */
export interface ReadOrder extends Times {
  number: string;
  vehicle: string;
  vin: string | null;
  advisorId: number;
  milesIn: number | null;
  milesOut: number | null;
  note: string;
  lines: LineInput[];
}

interface ReadOptions {
  context: Pick<ImportContext, 'store' | 'timezone'>;
  findStaff: FindStaff;
  now: Date;
}

/** Parses the rows of one order and collects every problem in them. */
export function readRows(
  record: FileRecord,
  { context, findStaff, now }: ReadOptions,
): { shared: SharedValue; order?: ReadOrder; problems: RowProblem[] } {
  const { shared, problems } = agree(record, agreedFields);
  const at = (field: string, error: string) =>
    problems.push({ row: shared.rowOf(field), field, error });
  const work = record.filter(hasWork).map((row) => ({ row, ...toLine(row, findStaff) }));
  for (const { row, problems: lineProblems } of work)
    problems.push(...lineProblems.map((problem) => ({ row: row.row, ...problem })));
  const { times, problems: timeProblems } = timesOf(shared, context, now);
  for (const { field, error } of timeProblems) at(field, error);
  const store = shared.cell('store');
  if (store && !isStore(store, context.store)) at('store', 'This row belongs to another store');
  const advisor = shared.cell('advisor')
    ? findStaff(shared.cell('advisor'))
    : { error: 'Required' };
  if ('error' in advisor) at('advisor', advisor.error);
  const readMiles = (field: string): number | null => {
    const text = shared.cell(field);
    const count = text === '' ? { value: null } : countOf(text, 2_000_000);
    if ('error' in count) at(field, count.error);
    return 'value' in count ? count.value : null;
  };
  const milesInValue = readMiles('milesIn');
  const milesOutValue = readMiles('milesOut');
  if (milesInValue !== null && milesOutValue !== null && milesOutValue < milesInValue)
    at('milesOut', 'Must not be less than miles in');
  if (['completed', 'closed'].includes(times.status) && work.length === 0)
    at('status', 'Add at least one line before completing the repair order');
  const candidate = {
    number: numberOf(record[0].cell('number')),
    vehicle: vehicleOf(shared),
    vin: shared.cell('vin') || null,
    milesIn: milesInValue,
    milesOut: milesOutValue,
    note: shared.cell('note'),
    lines: work.map(({ line }) => line),
  };
  const rows = work.map(({ row }) => row.row);
  const parsed = parseOrder(candidate, (fields) => addProblems(fields, rows, shared, problems));
  if (!parsed || problems.length > 0 || 'error' in advisor) return { shared, problems };
  return { shared, order: { ...parsed, ...times, advisorId: advisor.value }, problems };
}

function vehicleOf({ cell }: SharedValue): string {
  return cell('vehicle') || ['year', 'make', 'model'].map(cell).filter(Boolean).join(' ');
}

function parseOrder(candidate: object, onInvalid: (fields: Record<string, string>) => void) {
  try {
    return parse(readOrder, candidate);
  } catch (error) {
    // Validation errors become problems of the rows; anything else is a bug.
    if (!(error instanceof AppError)) throw error;
    onInvalid(error.fields ?? { number: error.message });
    return undefined;
  }
}

const cellOf: Record<string, string> = {
  laborSaleCents: 'laborSale',
  partsSaleCents: 'partsSale',
  laborCostCents: 'laborCost',
  partsCostCents: 'partsCost',
};

/** Maps validation errors of an order back to rows and columns of the file. */
function addProblems(
  fields: Record<string, string>,
  rows: readonly number[],
  shared: SharedValue,
  problems: RowProblem[],
): void {
  for (const [path, error] of Object.entries(fields)) {
    const [name = '', at, inner] = path.split('.');
    if (name === 'lines' && inner !== undefined)
      problems.push({ row: rows[Number(at)] ?? 0, field: cellOf[inner] ?? inner, error });
    else if (name === 'lines') problems.push({ row: rows[0] ?? 0, field: '', error });
    else problems.push({ row: shared.rowOf(name), field: name, error });
  }
}
