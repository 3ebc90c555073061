import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listHistory } from '../contract/history.ts';
import {
  isGone,
  needsManager,
  needsReason,
  nextStatuses,
  places,
  type Standing,
  statuses,
  transitionError,
} from '../contract/status.ts';
import { add, changeStatus, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
let employee: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
  employee = await stage.addEmployee({ role: 'employee' });
});
afterAll(() => stage.stop());

/** Every way a vehicle can stand: each place for sale and sold, and how it left. */
const standings: readonly Standing[] = [
  ...places.flatMap((place) => [
    { place, status: place },
    { place, status: 'deposit' as const },
    { place, status: 'sold' as const },
  ]),
  { place: 'frontline', status: 'delivered' },
  { place: 'recon', status: 'wholesale' },
  { place: 'received', status: 'transferred' },
];

/** A vehicle that stands like this, set directly in the database. */
async function carThatIs({ place, status }: Standing) {
  const car = await add(walt);
  await stage.platform.db
    .updateTable('stock_units')
    .set({
      place,
      sale:
        status === 'deposit' ? 'deposit' : ['sold', 'delivered'].includes(status) ? 'sold' : null,
      sold_on: ['sold', 'delivered'].includes(status) ? '2026-01-06' : null,
      gone_as: isGone(status) ? (status as 'delivered') : null,
      gone_on: isGone(status) ? '2026-01-07' : null,
    })
    .where('id', '=', car.id)
    .execute();
  return car;
}

const onLine = { place: 'frontline', status: 'frontline' } as const;

describe('a vehicle', () => {
  test.each(standings)(
    'that is $status at $place allows exactly the listed changes',
    async (from) => {
      const refused = await carThatIs(from);
      for (const to of statuses) {
        const allowed = nextStatuses(from).includes(to);
        const car = allowed ? await carThatIs(from) : refused;
        const { status, body } = await changeStatus(walt, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, allowed ? 200 : 409]);
        const error = allowed ? undefined : transitionError(from, to);
        expect((body as never as { error?: string }).error).toBe(error ?? undefined);
      }
      expect((await fetchVehicle(walt, refused.id)).body).toMatchObject({ ...from, version: 1 });
    },
  );

  test('lists its changes, and requires a reason where needed', async () => {
    for (const from of standings) {
      const car = await carThatIs(from);
      const offered = (await fetchVehicle(walt, car.id)).body.may.become;
      expect(offered.map(({ status }) => status)).toEqual(nextStatuses(from));
      for (const { status, needsReason: isRequired } of offered) {
        const bare = await changeStatus(walt, await carThatIs(from), status);
        expect([from, status, bare.status]).toEqual([from, status, isRequired ? 400 : 200]);
      }
    }
  });

  test('leaves without a buyer, or comes back, only by a manager', async () => {
    for (const from of standings) {
      for (const to of nextStatuses(from)) {
        const car = await carThatIs(from);
        const { status } = await changeStatus(employee, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, needsManager(from, to) ? 403 : 200]);
      }
    }
    const car = await carThatIs(onLine);
    const offered = (await fetchVehicle(employee, car.id)).body.may.become.map(
      ({ status }) => status,
    );
    expect(offered).toEqual(['hold', 'recon', 'sold']);
  });

  test('records who changed the status, when and why', async () => {
    const car = await carThatIs(onLine);
    await changeStatus(walt, car, 'hold', 'Open recall');
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body[0]).toMatchObject({
      by: expect.stringContaining('Novak'),
      at: expect.stringContaining('T'),
      data: { kind: 'status', from: 'frontline', to: 'hold', reason: 'Open recall' },
    });
    const { db } = stage.platform;
    const rewriting = db.updateTable('vehicle_events').set({ author_id: walt.id }).execute();
    await expect(rewriting).rejects.toThrow('only ever added to');
  });

  test('changed twice concurrently takes one change', async () => {
    const car = await carThatIs(onLine);
    const both = await Promise.all([
      changeStatus(walt, car, 'sold'),
      changeStatus(walt, car, 'recon'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('cannot be changed by read-only users or other stores', async () => {
    const car = await carThatIs(onLine);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await fetchVehicle(reader, car.id)).body.may).toMatchObject({
      edit: false,
      become: [],
    });
    expect((await changeStatus(reader, car, 'sold')).status).toBe(403);
    const elsewhere = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await changeStatus(elsewhere, car, 'sold')).status).toBe(404);
    const noAccess = await stage.addEmployee({ featurePermissions: ['create_records'] });
    expect((await changeStatus(noAccess, car, 'sold')).status).toBe(404);
    expect((await fetchVehicle(walt, car.id)).body.status).toBe('frontline');
  });
});

test('every status can be left, and errors are sentences', () => {
  for (const from of standings) {
    expect(nextStatuses(from).length).toBeGreaterThan(0);
    if (from.status !== 'sold' && from.status !== 'deposit') {
      expect(transitionError(from, from.status)).toMatch(/^This vehicle is already /);
    }
  }
  expect(transitionError(onLine, 'delivered')).toBe(
    'This vehicle is frontline; it can only become on hold, in recon, sold, wholesaled or traded to a dealer.',
  );
  expect(transitionError({ place: 'in_transit', status: 'sold' }, 'delivered')).toBe(
    'This vehicle is still in transit. Receive it before it’s delivered.',
  );
  expect(transitionError(onLine, 'deposit')).toBe('Take a deposit to reserve this vehicle.');
  expect(needsReason({ place: 'recon', status: 'sold' }, 'recon')).toBe(true);
  expect(needsReason({ place: 'recon', status: 'sold' }, 'frontline')).toBe(false);
});
