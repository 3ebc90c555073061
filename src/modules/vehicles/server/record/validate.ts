import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { addVehicle, changeVehicle } from '../../contract.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import type { StockUnitsTable, VehiclesTable } from '../tables.ts';
import type { VehicleRow } from './rows.ts';

type VehicleInput = Partial<ValidOf<typeof addVehicle>['body']> &
  Partial<ValidOf<typeof changeVehicle>['body']>;

const factColumns = {
  year: 'year',
  make: 'make',
  model: 'model',
  trim: 'trim',
  body: 'body',
  exterior: 'exterior',
  interior: 'interior',
} as const satisfies Partial<Record<keyof VehicleInput, keyof VehiclesTable>>;

const unitColumns = {
  store: 'store',
  mileage: 'mileage',
  condition: 'condition',
  class: 'class',
  acquiredOn: 'acquired_on',
  acquiredFrom: 'acquired_from',
  listCents: 'list_cents',
  msrpCents: 'msrp_cents',
  lotLocation: 'lot_location',
  keyTag: 'key_tag',
  deliverOn: 'deliver_on',
  costCents: 'cost_cents',
  packCents: 'pack_cents',
} as const satisfies Partial<Record<keyof VehicleInput, keyof StockUnitsTable>>;

type Columns = Readonly<Record<string, unknown>>;

const pick = (input: VehicleInput, columns: Readonly<Record<string, string>>): Columns =>
  Object.fromEntries(
    Object.entries(columns)
      .map(([field, column]) => [column, input[field as keyof VehicleInput]])
      .filter(([, value]) => value !== undefined),
  );

/** The facts of the vehicle as columns; omitted fields are left out. */
export const toFacts = (input: VehicleInput): Columns => pick(input, factColumns);

/**
 * The stay as columns; omitted fields are left out. The principal of a floorplan is its cost, unless entered; one that is
 * unknown from earlier may stay so until either is.
 */
export function toUnit(input: VehicleInput, before?: VehicleRow): Columns {
  const { floorplan } = input;
  const columns = pick(input, unitColumns);
  const isUnknown = before !== undefined && before.floored_on !== null && !before.floorplan_cents;
  const cost = input.costCents === undefined ? before?.cost_cents : input.costCents;
  if (floorplan === undefined) {
    return isUnknown && cost ? { ...columns, floorplan_cents: cost } : columns;
  }
  const principal = floorplan && (floorplan.principalCents ?? (cost || null));
  if (floorplan && principal === null && !isUnknown) {
    const problem = 'Enter the principal or the cost';
    throw invalid(`${problem}.`, { 'floorplan.principalCents': problem });
  }
  return {
    ...columns,
    floorplan_lender: floorplan?.lender ?? null,
    floored_on: floorplan?.flooredOn ?? null,
    floorplan_rate_bps: floorplan?.rateBps ?? null,
    floorplan_cents: principal,
    floorplan_year_days: floorplan?.yearDays ?? null,
    floorplan_free_days: floorplan?.freeDays ?? null,
    floorplan_paid_on: floorplan?.paidOn ?? null,
  };
}

const earliest = '1990-01-01';

/** Validates beyond the schema: permissions, dates and model year. */
export function assertValidVehicle(actor: Actor, input: VehicleInput, today: string): void {
  const moneyInput = [input.costCents, input.packCents, input.floorplan];
  if (moneyInput.some((one) => one !== undefined) && !canSeeMoney(actor)) {
    throw forbidden('You need access to financial reports to enter cost, pack and floorplan.');
  }
  if (input.store !== undefined && !storesOf(actor).includes(input.store)) {
    throw invalid('You don’t have access to this store.', {
      store: 'You don’t have access to this store',
    });
  }
  assertDay('acquiredOn', input.acquiredOn, today);
  const { flooredOn, paidOn } = input.floorplan ?? {};
  assertDay('floorplan.flooredOn', flooredOn, today);
  assertDay('floorplan.paidOn', paidOn ?? undefined, today);
  if (paidOn && flooredOn && paidOn < flooredOn) {
    const problem = 'Must not be before the floored date';
    throw invalid('The payoff date must not be before the floored date.', {
      'floorplan.paidOn': problem,
    });
  }
  if (input.year !== undefined && input.year > Number(today.slice(0, 4)) + 2) {
    const problem = 'Model year must be at most two years ahead';
    throw invalid(`${problem}.`, { year: problem });
  }
}

function assertDay(field: string, day: string | undefined, today: string): void {
  if (day === undefined || (day >= earliest && day <= today)) return;
  const problem = day > today ? 'Date must not be in the future' : 'Date is too long ago';
  throw invalid(`${problem}.`, { [field]: problem });
}
