import {
  type CellProblem,
  centsOf,
  type FileRow,
  type FindStaff,
  hundredthsOf,
  type ParsedCell,
} from '../../../imports/server/public.ts';
import type { LineInput } from '../../contract/order.ts';
import { lineFields } from './fields.ts';
import { payTypeOf, yesOrNo } from './texts.ts';

const maxCents = 10_000_000;
const maxHours = 10_000;

/** False for a row that only carries columns of the order itself. */
export const hasWork = ({ cell }: FileRow) => lineFields.some((field) => cell(field) !== '');

/** The line of a row, not yet validated, and its unreadable cells. */
export function toLine({ cell }: FileRow, findStaff: FindStaff) {
  const problems: CellProblem[] = [];
  const read = <T>(field: string, blank: T, readCell: (text: string) => ParsedCell<T>): T => {
    const text = cell(field);
    if (text === '') return blank;
    const parsed = readCell(text);
    if ('value' in parsed) return parsed.value;
    problems.push({ field, error: parsed.error });
    return blank;
  };
  const required = <T>(value: T | undefined, error: string): ParsedCell<T> =>
    value === undefined ? { error } : { value };
  const cents = (field: string) => read(field, 0, (text) => centsOf(text, maxCents));
  const hours = (field: string) => read(field, 0, (text) => hundredthsOf(text, maxHours));
  const opCode = cell('opCode');
  const line: Omit<LineInput, 'id'> = {
    payType: read('payType', 'customer', (text) => required(payTypeOf(text), 'Enter C, W or I')),
    opCode,
    complaint: cell('complaint') || opCode,
    cause: cell('cause'),
    correction: cell('correction'),
    technicianId: read<number | null>('technician', null, findStaff),
    hoursFlagged: hours('hoursFlagged'),
    hoursActual: hours('hoursActual'),
    laborSaleCents: cents('laborSale'),
    partsSaleCents: cents('partsSale'),
    laborCostCents: cents('laborCost'),
    partsCostCents: cents('partsCost'),
    declined: read('declined', false, (text) => required(yesOrNo(text), 'Enter yes or no')),
  };
  return { line, problems };
}
