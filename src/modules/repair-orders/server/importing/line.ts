import {
  centsOf,
  type FileRow,
  type FindStaff,
  hundredthsOf,
  type ParsedCell,
} from '../../../imports/server/public.ts';
import type { LineInput } from '../../contract/order.ts';
import { lineFields } from './fields.ts';
import { payTypeOf, yesOrNo } from './texts.ts';

interface Wrong {
  field: string;
  error: string;
}

const mostCents = 10_000_000;
const mostHours = 10_000;

/** Whether a row says anything of work; one without is an order’s own. */
export const hasWork = ({ cell }: FileRow) => lineFields.some((field) => cell(field) !== '');

/** What a row says was done, not yet validated, and the cells that cannot be read. */
export function toLine({ cell }: FileRow, findStaff: FindStaff) {
  const problems: Wrong[] = [];
  const read = <T>(field: string, blank: T, readCell: (text: string) => ParsedCell<T>): T => {
    const text = cell(field);
    if (text === '') return blank;
    const told = readCell(text);
    if ('value' in told) return told.value;
    problems.push({ field, error: told.error });
    return blank;
  };
  const word = <T>(value: T | undefined, error: string): ParsedCell<T> =>
    value === undefined ? { error } : { value };
  const cents = (field: string) => read(field, 0, (text) => centsOf(text, mostCents));
  const hours = (field: string) => read(field, 0, (text) => hundredthsOf(text, mostHours));
  const opCode = cell('opCode');
  const line: Omit<LineInput, 'id'> = {
    payType: read('payType', 'customer', (text) => word(payTypeOf(text), 'Please enter C, W or I')),
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
    declined: read('declined', false, (text) => word(yesOrNo(text), 'Please enter yes or no')),
  };
  return { line, problems };
}
