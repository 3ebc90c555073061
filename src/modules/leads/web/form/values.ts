import { countOf } from '../../../../platform/web/format/amounts.ts';
import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import { findVinProblem } from '../../../vin/contract.ts';
import type { LeadPage, LeadType } from '../../contract/lead.ts';
import type { Choices } from '../../contract.ts';

/** A vehicle of interest, as typed. */
export interface CarValues {
  /** React key; stays the same when other vehicles are removed. */
  key: string;
  vehicleId: number | null;
  condition: '' | 'new' | 'used';
  year: string;
  make: string;
  model: string;
  trim: string;
  stockNumber: string;
  vin: string;
}

export interface TradeValues {
  year: string;
  make: string;
  model: string;
  trim: string;
  vin: string;
  miles: string;
}

export interface Values {
  store: string;
  customer: { id: number; name: string } | null;
  type: LeadType;
  sourceId: string;
  assigneeId: string;
  cars: CarValues[];
  trade: TradeValues;
  comments: string;
}

export const carsAtMost = 5;

const noTrade: TradeValues = { year: '', make: '', model: '', trim: '', vin: '', miles: '' };

export const emptyCar = (): CarValues => ({
  key: crypto.randomUUID(),
  vehicleId: null,
  condition: '',
  year: '',
  make: '',
  model: '',
  trim: '',
  stockNumber: '',
  vin: '',
});

export const emptyValues = ({ stores }: Choices): Values => ({
  store: stores.length === 1 ? (stores[0] ?? '') : '',
  customer: null,
  type: 'phone',
  sourceId: '',
  assigneeId: '',
  cars: [emptyCar()],
  trade: noTrade,
  comments: '',
});

const counted = (count: number | null) => (count === null ? '' : String(count));

export const valuesOf = (lead: LeadPage): Values => ({
  store: lead.store,
  customer: lead.customer,
  type: lead.type,
  sourceId: counted(lead.source?.id ?? null),
  assigneeId: '',
  cars: lead.interests.map((one) => ({
    ...one,
    key: crypto.randomUUID(),
    condition: one.condition ?? '',
    year: counted(one.year),
  })),
  trade: lead.trade
    ? { ...lead.trade, year: counted(lead.trade.year), miles: counted(lead.trade.miles) }
    : noTrade,
  comments: lead.comments,
});

const isYear = (typed: string) => /^(19\d\d|20\d\d|2100)$/.test(typed.trim());

function checkCar(car: { year: string; vin: string }, at: string, errors: Errors): void {
  if (car.year.trim() && !isYear(car.year)) errors[`${at}.year`] = 'Enter a year, e.g. 2024';
  const vinProblem = findVinProblem(car.vin);
  if (vinProblem) errors[`${at}.vin`] = vinProblem;
}

/** Client-side validation; errors by field path, such as `cars.0.year`. */
export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  if (!values.store) errors.store = 'Choose a store';
  if (!values.customer) errors.customer = 'Choose a customer';
  for (const [at, car] of values.cars.entries()) checkCar(car, `cars.${at}`, errors);
  checkCar(values.trade, 'trade', errors);
  if (values.trade.miles.trim() && countOf(values.trade.miles) === undefined) {
    errors['trade.miles'] = 'Enter miles as a number';
  }
  return errors;
}

const yearOf = (typed: string) => (typed.trim() ? Number(typed) : null);
const isFilledIn = ({ key: _, vehicleId, ...typed }: CarValues) =>
  vehicleId !== null || Object.values(typed).some((value) => value.trim() !== '');
const isTraded = (trade: TradeValues) => Object.values(trade).some((value) => value.trim() !== '');

/** The request body, from values that passed `checkValues`. */
export function factsOf({ type, sourceId, cars, trade, comments }: Values) {
  return {
    type,
    comments,
    sourceId: sourceId ? Number(sourceId) : null,
    interests: cars.filter(isFilledIn).map(({ key: _, condition, year, ...car }) => ({
      ...car,
      condition: condition || null,
      year: yearOf(year),
    })),
    trade: isTraded(trade)
      ? {
          ...trade,
          year: yearOf(trade.year),
          miles: countOf(trade.miles) ?? null,
        }
      : null,
  };
}

/** Maps server errors to form fields. Empty vehicles were not sent, so indexes are adjusted. */
export function errorsOf(fields: Record<string, string>, { cars }: Values): Errors {
  const sentIndexes = cars.flatMap((car, at) => (isFilledIn(car) ? [at] : []));
  return Object.fromEntries(
    Object.entries(fields).map(([path, problem]) => {
      if (path === 'customerId') return ['customer', problem];
      const shown = path.replace(
        /^interests\.(\d+)/,
        (_, at) => `cars.${sentIndexes[Number(at)] ?? at}`,
      );
      return [shown, problem];
    }),
  );
}

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Partial<Record<keyof Values, string>> = {
  customer: 'Customer',
  type: 'Lead type',
  sourceId: 'Source',
  cars: 'Vehicles of interest',
  trade: 'Trade-in',
  comments: 'Comments',
};
