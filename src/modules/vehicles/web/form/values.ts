import type { Store } from '../../../../platform/contract/access.ts';
import { centsOf, countOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import { today } from '../../../../platform/web/time/days.ts';
import type { Source } from '../../contract/fields.ts';
import type { Condition, FirstStatus } from '../../contract/status.ts';
import type { VehiclePage } from '../../contract.ts';

/** As it stands in the fields. */
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
  /** Only of a car that is added: what it begins as, `''` for the usual. */
  status: FirstStatus | '';
  /** And the car it was taken in trade for. */
  tradedFor: { id: number; stockNumber: string; title: string } | null;
}
export type FieldName = keyof Values;
export type Errors = Partial<Record<FieldName, string>>;

export const emptyValues = (): Values => ({
  ...{
    vin: '',
    vinReason: '',
    stockNumber: '',
    store: '',
    year: '',
    make: '',
    model: '',
    trim: '',
  },
  ...{ body: '', exterior: '', interior: '', mileage: '', condition: 'used', acquiredOn: today() },
  ...{ acquiredFrom: 'auction', listCents: '', priceReason: '', msrpCents: '', lotLocation: '' },
  ...{ keyTag: '', costCents: '', packCents: '', lender: '', flooredOn: '', rate: '' },
  ...{ status: '', tradedFor: null },
});

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
  };
}

const amounts = ['listCents', 'msrpCents', 'costCents', 'packCents'] as const;
const required = ['vin', 'store', 'make', 'model', 'acquiredOn'] as const;
const requiredSentences: Record<(typeof required)[number], string> = {
  vin: 'Type or scan the VIN',
  store: 'Choose a store',
  make: 'Type the make',
  model: 'Type the model',
  acquiredOn: 'Choose the day',
};

/** What can be told before the server is asked. */
export function checkValues(values: Values): Errors {
  const errors: Errors = {};
  for (const name of required) if (!values[name].trim()) errors[name] = requiredSentences[name];
  if (countOf(values.year) === undefined) errors.year = 'Type the model year';
  if (countOf(values.mileage) === undefined) errors.mileage = 'Type the miles as a number';
  for (const name of amounts) {
    if (centsOf(values[name]) === undefined) errors[name] = 'Type an amount in dollars';
  }
  if (values.lender.trim()) {
    if (!values.flooredOn) errors.flooredOn = 'Choose the day';
    if (!/^\d{1,2}(\.\d{1,2})?$/.test(values.rate)) errors.rate = 'Type the yearly rate in percent';
  }
  return errors;
}

const facts = [
  ...['vin', 'store', 'make', 'model', 'trim', 'body', 'exterior', 'interior', 'condition'],
  ...['acquiredOn', 'acquiredFrom', 'lotLocation', 'keyTag', 'stockNumber'],
] as const satisfies readonly FieldName[];

/** What the server is told, of values that passed `checkValues`. */
export function bodyOf(values: Values, seesMoney: boolean): Record<string, unknown> {
  const { vinReason, priceReason, lender, flooredOn, rate } = values;
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
        ? { lender: lender.trim(), flooredOn, rateBps: Math.round(Number(rate) * 100) }
        : null,
    }),
  };
}

/** What is said only when a car is added. */
export const comingOf = ({ status, acquiredFrom, tradedFor }: Values) => ({
  ...(status && { status }),
  ...(acquiredFrom === 'trade' && tradedFor && { tradedForId: tradedFor.id }),
});

/** Of a body only what differs from what the form began with. */
export function changesOf(values: Values, base: Values, seesMoney: boolean) {
  const [now, was] = [bodyOf(values, seesMoney), bodyOf(base, seesMoney)];
  return Object.fromEntries(
    Object.entries(now).filter(
      ([name, value]) =>
        name === 'priceReason' || JSON.stringify(value) !== JSON.stringify(was[name]),
    ),
  );
}

const renamed: Record<string, FieldName> = {
  tradedForId: 'tradedFor',
  'floorplan.lender': 'lender',
  'floorplan.flooredOn': 'flooredOn',
  'floorplan.rateBps': 'rate',
};

/** The server's words on fields of the form; undefined where it has none. */
export function errorsOf(fields: Record<string, string> | undefined): Errors | undefined {
  const known = Object.entries(fields ?? {})
    .map(([name, problem]) => [renamed[name] ?? name, problem] as const)
    .filter(([name]) => name in emptyValues());
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
