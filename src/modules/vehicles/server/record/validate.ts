import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { forbidden, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { addVehicle, changeVehicle } from '../../contract.ts';
import { canSeeMoney, storesOf } from '../policy.ts';
import type { VehiclesTable } from '../tables.ts';

type VehicleInput = Partial<ValidOf<typeof addVehicle>['body']> &
  Partial<ValidOf<typeof changeVehicle>['body']>;

const columns = {
  store: 'store',
  year: 'year',
  make: 'make',
  model: 'model',
  trim: 'trim',
  body: 'body',
  exterior: 'exterior',
  interior: 'interior',
  mileage: 'mileage',
  condition: 'condition',
  acquiredOn: 'acquired_on',
  acquiredFrom: 'acquired_from',
  listCents: 'list_cents',
  msrpCents: 'msrp_cents',
  lotLocation: 'lot_location',
  keyTag: 'key_tag',
  costCents: 'cost_cents',
  packCents: 'pack_cents',
} as const satisfies Partial<Record<keyof VehicleInput, keyof VehiclesTable>>;

/** Input as columns; omitted fields are left out. */
export function toColumns(input: VehicleInput) {
  const values = Object.entries(columns)
    .map(([field, column]) => [column, input[field as keyof typeof columns]])
    .filter(([, value]) => value !== undefined);
  const { floorplan } = input;
  return {
    ...Object.fromEntries(values),
    ...(floorplan !== undefined && {
      floorplan_lender: floorplan?.lender ?? null,
      floored_on: floorplan?.flooredOn ?? null,
      floorplan_rate_bps: floorplan?.rateBps ?? null,
    }),
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
  assertDay('floorplan.flooredOn', input.floorplan?.flooredOn, today);
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
