import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, invalid } from '../../../../platform/server/http/errors.ts';
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

/** What is said of a car, by the columns it is kept in; what is not said is left out. */
export function toColumns(said: VehicleInput) {
  const known = Object.entries(columns)
    .map(([field, column]) => [column, said[field as keyof typeof columns]])
    .filter(([, value]) => value !== undefined);
  const { floorplan } = said;
  return {
    ...Object.fromEntries(known),
    ...(floorplan !== undefined && {
      floorplan_lender: floorplan?.lender ?? null,
      floored_on: floorplan?.flooredOn ?? null,
      floorplan_rate_bps: floorplan?.rateBps ?? null,
    }),
  };
}

const earliest = '1990-01-01';

/** Throws where this person may not say it, or it cannot be true on this day. */
export function assertValidVehicle(actor: Actor, said: VehicleInput, today: string): void {
  const hidden = [said.costCents, said.packCents, said.floorplan];
  if (hidden.some((one) => one !== undefined) && !canSeeMoney(actor)) {
    throw forbidden('Cost, pack and floorplan are for those who may see financial reports.');
  }
  if (said.store !== undefined && !storesOf(actor).includes(said.store)) {
    throw invalid('You do not work in this store.', { store: 'You do not work in this store' });
  }
  assertDay('acquiredOn', said.acquiredOn, today);
  assertDay('floorplan.flooredOn', said.floorplan?.flooredOn, today);
  if (said.year !== undefined && said.year > Number(today.slice(0, 4)) + 2) {
    const problem = 'A model year is at most two years ahead';
    throw invalid(`${problem}.`, { year: problem });
  }
}

function assertDay(field: string, day: string | undefined, today: string): void {
  if (day === undefined || (day >= earliest && day <= today)) return;
  const problem = day > today ? 'This day has not come yet' : 'This is too long ago';
  throw invalid(`${problem}.`, { [field]: problem });
}
