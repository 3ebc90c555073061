import { dateAt, instantOf, wallTimeAt } from '../../../../platform/contract/wallTime.ts';
import {
  centsOf,
  countOf,
  hundredthsOf,
  typedHundredths,
} from '../../../../platform/web/format/amounts.ts';
import { type FormLine, rebased, relinked } from '../../../../platform/web/forms/changes.ts';
import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import { findVinProblem } from '../../../vin/contract.ts';
import type { Line, OrderPage, PayType } from '../../contract/order.ts';
import type { Choices } from '../../contract.ts';

export interface LineValues extends FormLine {
  payType: PayType;
  opCode: string;
  complaint: string;
  cause: string;
  correction: string;
  technicianId: string;
  hoursFlagged: string;
  hoursActual: string;
  laborSale: string;
  partsSale: string;
  laborCost: string;
  partsCost: string;
  declined: boolean;
}

export interface Values {
  store: string;
  customer: { id: number; name: string } | null;
  vehicle: string;
  vin: string;
  advisorId: string;
  promisedDay: string;
  promisedTime: string;
  milesIn: string;
  milesOut: string;
  note: string;
  lines: LineValues[];
}

export const emptyLine = (): LineValues => ({
  key: crypto.randomUUID(),
  payType: 'customer',
  opCode: '',
  complaint: '',
  cause: '',
  correction: '',
  technicianId: '',
  hoursFlagged: '',
  hoursActual: '',
  laborSale: '',
  partsSale: '',
  laborCost: '',
  partsCost: '',
  declined: false,
});

export const emptyValues = ({ stores }: Choices, advisorId: number): Values => ({
  store: stores.length === 1 ? (stores[0] ?? '') : '',
  customer: null,
  vehicle: '',
  vin: '',
  advisorId: String(advisorId),
  promisedDay: '',
  promisedTime: '17:00',
  milesIn: '',
  milesOut: '',
  note: '',
  lines: [emptyLine()],
});

const countText = (count: number | null) => (count === null ? '' : String(count));

export function valuesOf(order: OrderPage, timezone: string): Values {
  const promised = order.promisedAt === null ? null : Date.parse(order.promisedAt);
  return {
    store: order.store,
    customer: order.customer,
    vehicle: order.vehicle,
    vin: order.vin ?? '',
    advisorId: String(order.advisor.id),
    promisedDay: promised === null ? '' : dateAt(timezone, promised),
    promisedTime: promised === null ? '17:00' : wallTimeAt(timezone, promised).slice(11, 16),
    milesIn: countText(order.milesIn),
    milesOut: countText(order.milesOut),
    note: order.note,
    lines: order.lines.map(lineValues),
  };
}

const lineValues = (line: Line): LineValues => ({
  key: crypto.randomUUID(),
  id: line.id,
  payType: line.payType,
  opCode: line.opCode,
  complaint: line.complaint,
  cause: line.cause,
  correction: line.correction,
  technicianId: line.technician ? String(line.technician.id) : '',
  hoursFlagged: typedHundredths(line.hoursFlagged || null),
  hoursActual: typedHundredths(line.hoursActual || null),
  laborSale: typedHundredths(line.laborSaleCents || null),
  partsSale: typedHundredths(line.partsSaleCents || null),
  laborCost: typedHundredths(line.cost?.laborCents || null),
  partsCost: typedHundredths(line.cost?.partsCents || null),
  declined: line.declined,
});

const amounts = ['laborSale', 'partsSale', 'laborCost', 'partsCost'] as const;
const hours = ['hoursFlagged', 'hoursActual'] as const;

/** Client-side validation. Keys are fields; those of a line like `lines.0.complaint`. */
export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  if (!values.store) errors.store = 'Choose a store';
  if (!values.customer) errors.customer = 'Choose a customer';
  if (!values.vehicle.trim()) errors.vehicle = 'Enter the vehicle';
  const vinProblem = findVinProblem(values.vin);
  if (vinProblem) errors.vin = vinProblem;
  for (const name of ['milesIn', 'milesOut'] as const) {
    if (values[name].trim() && countOf(values[name]) === undefined) {
      errors[name] = 'Enter a number of miles';
    }
  }
  for (const [at, line] of values.lines.entries()) {
    const set = (name: keyof LineValues, problem: string) => {
      errors[`lines.${at}.${name}`] = problem;
    };
    if (!line.complaint.trim()) set('complaint', 'Enter the complaint');
    for (const name of amounts) {
      if (centsOf(line[name]) === undefined) set(name, 'Enter an amount in dollars');
    }
    for (const name of hours) {
      if (hundredthsOf(line[name], 3) === undefined) set(name, 'Enter hours, e.g. 1.5');
    }
  }
  return errors;
}

/** The request body, from values that passed `checkValues`. */
export function bodyOf(values: Values, { timezone, may }: Choices) {
  const { promisedDay, promisedTime, milesIn, milesOut } = values;
  return {
    customerId: values.customer?.id ?? 0,
    vehicle: values.vehicle,
    vin: values.vin.trim() || null,
    advisorId: Number(values.advisorId),
    promisedAt: promisedDay
      ? new Date(instantOf(timezone, `${promisedDay}T${promisedTime || '17:00'}`)).toISOString()
      : null,
    milesIn: countOf(milesIn) ?? null,
    milesOut: countOf(milesOut) ?? null,
    note: values.note,
    lines: values.lines.map((line) => ({
      ...(line.id !== undefined && { id: line.id }),
      payType: line.payType,
      opCode: line.opCode,
      complaint: line.complaint,
      cause: line.cause,
      correction: line.correction,
      declined: line.declined,
      technicianId: line.technicianId ? Number(line.technicianId) : null,
      hoursFlagged: hundredthsOf(line.hoursFlagged, 3) ?? 0,
      hoursActual: hundredthsOf(line.hoursActual, 3) ?? 0,
      laborSaleCents: centsOf(line.laborSale) ?? 0,
      partsSaleCents: centsOf(line.partsSale) ?? 0,
      ...(may.seeCost && {
        laborCostCents: centsOf(line.laborCost) ?? 0,
        partsCostCents: centsOf(line.partsCost) ?? 0,
      }),
    })),
  };
}

/** Their version with the edits made here on top. A line that was removed and added again has another id. */
export const rebasedOrder = (mine: Values, base: Values, theirs: Values): Values => {
  const merged = rebased(mine, base, theirs);
  if (merged.lines === theirs.lines) return merged;
  const versions = { mine: mine.lines, base: base.lines, theirs: theirs.lines };
  return { ...merged, lines: relinked(versions, ({ complaint }) => complaint) };
};

const formNames: Record<string, string> = {
  customerId: 'customer',
  laborSaleCents: 'laborSale',
  partsSaleCents: 'partsSale',
  laborCostCents: 'laborCost',
  partsCostCents: 'partsCost',
  promisedAt: 'promisedDay',
};

/** Server errors by form field. */
export const errorsOf = (fields: Record<string, string>): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      const parts = path.split('.').map((part) => formNames[part] ?? part);
      return [parts.join('.'), problem];
    }),
  );

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  customer: 'Customer',
  vehicle: 'Vehicle',
  vin: 'VIN',
  advisorId: 'Advisor',
  promisedDay: 'Promised',
  promisedTime: 'Promised',
  milesIn: 'Miles in',
  milesOut: 'Miles out',
  note: 'Note',
  lines: 'Lines',
};
