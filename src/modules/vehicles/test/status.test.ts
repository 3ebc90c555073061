import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listHistory } from '../contract/history.ts';
import {
  needsManager,
  needsReason,
  nextStatuses,
  type Status,
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

/** A vehicle with this status, set directly in the database. */
async function carWithStatus(status: Status) {
  const car = await add(walt);
  await stage.platform.db
    .updateTable('vehicles')
    .set({ status })
    .where('id', '=', car.id)
    .execute();
  return car;
}

describe('a vehicle', () => {
  test.each(statuses)('that is %s allows exactly the listed transitions', async (from) => {
    const refused = await carWithStatus(from);
    for (const to of statuses) {
      const allowed = nextStatuses[from].includes(to);
      const car = allowed ? await carWithStatus(from) : refused;
      const { status, body } = await changeStatus(walt, car, to, 'Because');
      expect([from, to, status]).toEqual([from, to, allowed ? 200 : 409]);
      const error = allowed ? undefined : transitionError(from, to);
      expect((body as never as { error?: string }).error).toBe(error ?? undefined);
    }
    expect((await fetchVehicle(walt, refused.id)).body).toMatchObject({ status: from, version: 1 });
  });

  test('lists its transitions, and requires a reason where needed', async () => {
    for (const from of ['frontline', 'sold', 'delivered', 'deposit'] as const) {
      const car = await carWithStatus(from);
      const transitions = (await fetchVehicle(walt, car.id)).body.may.become;
      expect(transitions.map(({ status }) => status)).toEqual(nextStatuses[from]);
      for (const { status, needsReason: isRequired } of transitions) {
        const withoutReason = await changeStatus(walt, await carWithStatus(from), status);
        expect([from, status, withoutReason.status]).toEqual([
          from,
          status,
          isRequired ? 400 : 200,
        ]);
      }
    }
  });

  test('leaves without a buyer, or comes back, only by a manager', async () => {
    for (const from of statuses) {
      for (const to of nextStatuses[from]) {
        const car = await carWithStatus(from);
        const { status } = await changeStatus(employee, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, needsManager(from, to) ? 403 : 200]);
      }
    }
    const car = await carWithStatus('frontline');
    const transitions = (await fetchVehicle(employee, car.id)).body.may.become.map(
      ({ status }) => status,
    );
    expect(transitions).toEqual(['hold', 'deposit', 'sold', 'recon']);
  });

  test('records who changed the status, when and why', async () => {
    const car = await carWithStatus('frontline');
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
    const car = await carWithStatus('frontline');
    const both = await Promise.all([
      changeStatus(walt, car, 'sold'),
      changeStatus(walt, car, 'deposit'),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('cannot be changed by read-only users or other stores', async () => {
    const car = await carWithStatus('frontline');
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await fetchVehicle(reader, car.id)).body.may).toMatchObject({
      edit: false,
      become: [],
    });
    expect((await changeStatus(reader, car, 'sold')).status).toBe(403);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await changeStatus(hyundai, car, 'sold')).status).toBe(404);
    const noAccess = await stage.addEmployee({ featurePermissions: ['create_records'] });
    expect((await changeStatus(noAccess, car, 'sold')).status).toBe(404);
    expect((await fetchVehicle(walt, car.id)).body.status).toBe('frontline');
  });
});

test('every status can be left, and errors are sentences', () => {
  for (const from of statuses) {
    expect(nextStatuses[from].length).toBeGreaterThan(0);
    expect(transitionError(from, from)).toMatch(/^This vehicle is already /);
  }
  expect(transitionError('frontline', 'delivered')).toBe(
    'This vehicle is frontline; it can only become on hold, deposit taken, sold, in recon, wholesaled or traded to a dealer.',
  );
  expect(needsReason('deposit', 'frontline')).toBe(true);
});
