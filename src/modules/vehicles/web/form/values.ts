import type { Store } from '../../../../platform/contract/access.ts';
import { centsOf, countOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import type { Errors } from '../../../../platform/web/forms/useRecordForm.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { cleanVin, makeOf, modelYearOf, vinPattern } from '../../../vin/contract.ts';
import type { Source } from '../../contract/fields.ts';
import type { Condition, FirstStatus, StockClass } from '../../contract/status.ts';
import type { VehiclePage } from '../../contract.ts';

/** Form values, as typed. */
export interface Values {
  vin: string;
  vinReason: string;
  stockNumber: string;
  store: Store | '';
  year: string;
  make: string;
  model: string;
  trim: string;
  body: string;
  exterior: string;
  interior: string;
  mileage: string;
  condition: Condition;
  class: StockClass;
  acquiredOn: string;
  acquiredFrom: Source;
  listCents: string;
  priceReason: string;
  msrpCents: string;
  lotLocation: string;
  keyTag: string;
  costCents: string;
  packCents: string;
  lender: string;
  flooredOn: string;
  rate: string;
  principal: string;
  yearDays: '360' | '365';
  freeDays: string;
  floorplanPaidOn: string;
  /** New vehicles only: the initial status, `''` for the default. */
  status: FirstStatus | '';
  /** New vehicles only: the vehicle it was traded for. */
  tradedFor: { id: number; stockNumber: string; title: string } | null;
}
export type FieldName = keyof Values;

export const emptyValues = (): Values => ({
  vin: '',
  vinReason: '',
  stockNumber: '',
  store: '',
  year: '',
  make: '',
  model: '',
  trim: '',
  body: '',
  exterior: '',
  interior: '',
  mileage: '',
  condition: 'used',
  class: 'retail',
  acquiredOn: today(),
  acquiredFrom: 'auction',
  listCents: '',
  priceReason: '',
  msrpCents: '',
  lotLocation: '',
  keyTag: '',
  costCents: '',
  packCents: '',
  lender: '',
  flooredOn: '',
  rate: '',
  principal: '',
  yearDays: '360',
  freeDays: '0',
  floorplanPaidOn: '',
  status: '',
  tradedFor: null,
});

/** The form of a new vehicle, from what was scanned: its VIN, its stock number, or `''`. */
export function newValues(scanned: string, stores: readonly Store[]): Values {
  const vin = cleanVin(scanned);
  const [only] = stores;
  const store = stores.length === 1 && only ? only : '';
  if (!vinPattern.test(vin)) {
    return { ...emptyValues(), store, stockNumber: scanned.slice(0, 16) };
  }
  const year = modelYearOf(vin);
  return { ...emptyValues(), store, vin, year: year ? String(year) : '', make: makeOf(vin) ?? '' };
}

export function valuesOf(car: VehiclePage): Values {
  const { money } = car;
  return {
    ...emptyValues(),
    vin: car.vin,
    vinReason: car.vinReason ?? '',
    stockNumber: car.stockNumber,
    store: car.store,
    year: String(car.year),
    make: car.make,
    model: car.model,
    trim: car.trim,
    body: car.body,
    exterior: car.exterior,
    interior: car.interior,
    mileage: String(car.mileage),
    condition: car.condition,
    class: car.class,
    acquiredOn: car.acquiredOn,
    acquiredFrom: car.acquiredFrom,
    listCents: typedHundredths(car.listCents),
    msrpCents: typedHundredths(car.msrpCents),
    lotLocation: car.lotLocation,
    keyTag: car.keyTag,
    costCents: typedHundredths(money?.costCents),
    packCents: typedHundredths(money?.packCents),
    lender: money?.floorplan?.lender ?? '',
    flooredOn: money?.floorplan?.flooredOn ?? '',
    rate: money?.floorplan ? String(money.floorplan.rateBps / 100) : '',
    principal: typedHundredths(money?.floorplan?.principalCents),
    yearDays: money?.floorplan?.yearDays === 365 ? '365' : '360',
    freeDays: String(money?.floorplan?.freeDays ?? 0),
    floorplanPaidOn: money?.floorplan?.paidOn ?? '',
  };
}

const amounts = ['listCents', 'msrpCents', 'costCents', 'packCents'] as const;
const required = ['vin', 'store', 'make', 'model', 'acquiredOn'] as const;
const requiredMessages: Record<(typeof required)[number], string> = {
  vin: 'Enter or scan the VIN',
  store: 'Choose a store',
  make: 'Enter the make',
  model: 'Enter the model',
  acquiredOn: 'Choose a date',
};

/** Client-side validation. */
export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  for (const name of required) if (!values[name].trim()) errors[name] = requiredMessages[name];
  if (countOf(values.year) === undefined) errors.year = 'Enter the model year';
  if (countOf(values.mileage) === undefined) errors.mileage = 'Enter a number of miles';
  for (const name of amounts) {
    if (centsOf(values[name]) === undefined) errors[name] = 'Enter an amount in dollars';
  }
  if (values.lender.trim()) {
    if (!values.flooredOn) errors.flooredOn = 'Choose a date';
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(values.rate)) errors.rate = 'Enter an annual rate, e.g. 5.99';
    if (centsOf(values.principal) === undefined) errors.principal = 'Enter an amount in dollars';
    if ((countOf(values.freeDays) ?? 366) > 365) errors.freeDays = 'Enter 0 to 365 days';
  }
  return errors;
}

const facts = [
  'vin',
  'store',
  'make',
  'model',
  'trim',
  'body',
  'exterior',
  'interior',
  'condition',
  'class',
  'acquiredOn',
  'acquiredFrom',
  'lotLocation',
  'keyTag',
  'stockNumber',
] as const satisfies readonly FieldName[];

/** The request body, from values that passed `checkValues`. */
export function bodyOf(values: Values, seesMoney: boolean): Record<string, unknown> {
  const { vinReason, priceReason, lender, flooredOn, rate } = values;
  const principal = centsOf(values.principal);
  return {
    ...Object.fromEntries(facts.map((name) => [name, values[name].trim()])),
    year: countOf(values.year),
    mileage: countOf(values.mileage),
    listCents: centsOf(values.listCents) || null,
    msrpCents: centsOf(values.msrpCents) || null,
    ...(vinReason.trim() && { vinReason: vinReason.trim() }),
    ...(priceReason.trim() && { priceReason: priceReason.trim() }),
    ...(seesMoney && {
      costCents: centsOf(values.costCents),
      packCents: centsOf(values.packCents) ?? 0,
      floorplan: lender.trim()
        ? {
            lender: lender.trim(),
            flooredOn,
            rateBps: Math.round(Number(rate) * 100),
            ...(principal && { principalCents: principal }),
            yearDays: Number(values.yearDays),
            freeDays: countOf(values.freeDays) ?? 0,
            paidOn: values.floorplanPaidOn || null,
          }
        : null,
    }),
  };
}

/** Body fields of new vehicles only. */
export const acquisitionOf = ({ status, acquiredFrom, tradedFor }: Values) => ({
  ...(status && { status }),
  ...(acquiredFrom === 'trade' && tradedFor && { tradedForId: tradedFor.id }),
});

/** The body fields that differ from the initial values. */
export function changesOf(values: Values, base: Values, seesMoney: boolean) {
  const now = bodyOf(values, seesMoney);
  const was = bodyOf(base, seesMoney);
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) =>
        name === 'priceReason' || JSON.stringify(value) !== JSON.stringify(was[name]),
    ),
  );
}

const formNames: Record<string, FieldName> = {
  tradedForId: 'tradedFor',
  'floorplan.lender': 'lender',
  'floorplan.flooredOn': 'flooredOn',
  'floorplan.rateBps': 'rate',
  'floorplan.principalCents': 'principal',
  'floorplan.yearDays': 'yearDays',
  'floorplan.freeDays': 'freeDays',
  'floorplan.paidOn': 'floorplanPaidOn',
};

/** Server errors by form field. */
export const errorsOf = (fields: Errors): Errors =>
  Object.fromEntries(
    Object.entries(fields).map(([name, problem]) => [formNames[name] ?? name, problem]),
  );

/** Names of the fields in the list of what someone else changed. */
export const fieldNames: Partial<Record<FieldName, string>> = {
  vin: 'VIN',
  vinReason: 'VIN',
  stockNumber: 'Stock number',
  store: 'Store',
  year: 'Model year',
  make: 'Make',
  model: 'Model',
  trim: 'Trim',
  body: 'Body',
  exterior: 'Exterior color',
  interior: 'Interior color',
  mileage: 'Miles',
  condition: 'Condition',
  class: 'Use',
  acquiredOn: 'Acquired on',
  acquiredFrom: 'Acquired from',
  listCents: 'List price',
  msrpCents: 'MSRP',
  lotLocation: 'Lot location',
  keyTag: 'Key tag',
  costCents: 'Cost',
  packCents: 'Pack',
  lender: 'Floorplan lender',
  flooredOn: 'Floored on',
  rate: 'Annual rate',
  principal: 'Principal',
  yearDays: 'Days per year',
  freeDays: 'Free days',
  floorplanPaidOn: 'Paid off on',
};
