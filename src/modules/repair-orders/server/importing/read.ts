import * as z from 'zod/mini';
import { AppError } from '../../../../platform/server/http/errors.ts';
import { parse } from '../../../../platform/server/http/validation.ts';
import {
  agree,
  countOf,
  type FileRecord,
  type FindStaff,
  type ImportContext,
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
import { agreedFields } from './fields.ts';
import { hasWork, toLine } from './line.ts';
import { isStore } from './texts.ts';
import { type Times, timesOf } from './times.ts';

const { vehicle, vin, milesIn, milesOut, note } = orderFacts;
const readOrder = z.strictObject({
  ...{ number, vehicle, vin, milesIn, milesOut, note },
  lines: z.array(lineInput).check(z.maxLength(linesAtMost, 'An order has at most 100 lines')),
});

/** An order as its rows say it, but for whose car it is. */
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

export const numberOf = (text: string) =>
  text.toUpperCase().replace(/^R\.?O\.?\s*#?\s*|[\s-]/g, '');

interface Parts {
  context: Pick<ImportContext, 'store' | 'timezone'>;
  findStaff: FindStaff;
  now: Date;
}

/** What the rows of an order say, with everything that is wrong in them. */
export function readRows(
  record: FileRecord,
  { context, findStaff, now }: Parts,
): { said: SharedValue; order?: ReadOrder; problems: RowProblem[] } {
  const { said, problems } = agree(record, agreedFields);
  const at = (field: string, error: string) =>
    problems.push({ row: said.rowOf(field), field, error });
  const work = record.filter(hasWork).map((row) => ({ row, ...toLine(row, findStaff) }));
  for (const { row, problems: wrong } of work)
    problems.push(...wrong.map((one) => ({ row: row.row, ...one })));
  const { times, problems: untimely } = timesOf(said, context, now);
  for (const { field, error } of untimely) at(field, error);
  const told = said.cell('store');
  if (told && !isStore(told, context.store)) at('store', 'This row is of another store');
  const advisor = said.cell('advisor') ? findStaff(said.cell('advisor')) : { error: 'Required' };
  if ('error' in advisor) at('advisor', advisor.error);
  const miles = (field: string): number | null => {
    const text = said.cell(field);
    const count = text === '' ? { value: null } : countOf(text, 2_000_000);
    if ('error' in count) at(field, count.error);
    return 'value' in count ? count.value : null;
  };
  const [inMiles, outMiles] = [miles('milesIn'), miles('milesOut')];
  if (inMiles !== null && outMiles !== null && outMiles < inMiles)
    at('milesOut', 'Cannot be less than the miles in');
  if (['completed', 'closed'].includes(times.status) && work.length === 0)
    at('status', 'An order without work on it cannot be completed');
  const candidate = {
    ...{
      number: numberOf(record[0].cell('number')),
      vehicle: carOf(said),
      vin: said.cell('vin') || null,
    },
    ...{ milesIn: inMiles, milesOut: outMiles, note: said.cell('note') },
    lines: work.map(({ line }) => line),
  };
  const rows = work.map(({ row }) => row.row);
  const parsed = parsedOr(candidate, (path) => placeOf(path, rows, said, problems));
  if (!parsed || problems.length > 0 || 'error' in advisor) return { said, problems };
  return { said, order: { ...parsed, ...times, advisorId: advisor.value }, problems };
}

function carOf({ cell }: SharedValue): string {
  return cell('vehicle') || ['year', 'make', 'model'].map(cell).filter(Boolean).join(' ');
}

function parsedOr(candidate: object, tell: (problems: Record<string, string>) => void) {
  try {
    return parse(readOrder, candidate);
  } catch (error) {
    // What is wrong with a row is the answer; anything else is not.
    if (!(error instanceof AppError)) throw error;
    tell(error.fields ?? { number: error.message });
    return undefined;
  }
}

const cellOf: Record<string, string> = {
  laborSaleCents: 'laborSale',
  partsSaleCents: 'partsSale',
  laborCostCents: 'laborCost',
  partsCostCents: 'partsCost',
};

/** Where in the file stands what the declaration of an order refuses. */
function placeOf(
  fields: Record<string, string>,
  rows: readonly number[],
  said: SharedValue,
  problems: RowProblem[],
): void {
  for (const [path, error] of Object.entries(fields)) {
    const [name = '', at, inner] = path.split('.');
    if (name === 'lines' && inner !== undefined)
      problems.push({ row: rows[Number(at)] ?? 0, field: cellOf[inner] ?? inner, error });
    else if (name === 'lines') problems.push({ row: rows[0] ?? 0, field: '', error });
    else problems.push({ row: said.rowOf(name), field: name, error });
  }
}
