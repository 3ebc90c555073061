import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import { listHistory } from '../contract/history.ts';
import {
  needsManager,
  needsReason,
  nextStatuses,
  refusalOf,
  type Status,
  statuses,
} from '../contract/status.ts';
import { add, become, type Lot, look, openLot } from './lot.ts';

let lot: Lot;
let walt: Employed;
let clerk: Employed;
beforeAll(async () => {
  lot = await openLot();
  walt = await lot.employ();
  clerk = await lot.employ({ role: 'employee' });
});
afterAll(() => lot.stop());

/** A car that is `status`, put there past the server. */
async function carThatIs(status: Status) {
  const car = await add(walt);
  await lot.platform.db.updateTable('vehicles').set({ status }).where('id', '=', car.id).execute();
  return car;
}

describe('a car', () => {
  test.each(statuses)('that is %s becomes what the table says, and nothing else', async (from) => {
    const refused = await carThatIs(from);
    for (const to of statuses) {
      const allowed = nextStatuses[from].includes(to);
      const car = allowed ? await carThatIs(from) : refused;
      const { status, body } = await become(walt, car, to, 'Because');
      expect([from, to, status]).toEqual([from, to, allowed ? 200 : 409]);
      const error = allowed ? undefined : refusalOf(from, to);
      expect((body as never as { error?: string }).error).toBe(error ?? undefined);
    }
    expect((await look(walt, refused.id)).body).toMatchObject({ status: from, version: 1 });
  });

  test('tells what it may become, and asks for a reason where that needs one', async () => {
    for (const from of ['frontline', 'sold', 'delivered', 'deposit'] as const) {
      const car = await carThatIs(from);
      const offered = (await look(walt, car.id)).body.may.become;
      expect(offered.map(({ status }) => status)).toEqual(nextStatuses[from]);
      for (const { status, needsReason: asks } of offered) {
        const bare = await become(walt, await carThatIs(from), status);
        expect([from, status, bare.status]).toEqual([from, status, asks ? 400 : 200]);
      }
    }
  });

  test('leaves without a buyer, and comes back, only by a manager', async () => {
    for (const from of statuses) {
      for (const to of nextStatuses[from]) {
        const car = await carThatIs(from);
        const { status } = await become(clerk, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, needsManager(from, to) ? 403 : 200]);
      }
    }
    const car = await carThatIs('frontline');
    const offered = (await look(clerk, car.id)).body.may.become.map(({ status }) => status);
    expect(offered).toEqual(['hold', 'deposit', 'sold', 'recon']);
  });

  test('keeps who said what became of it, when and why', async () => {
    const car = await carThatIs('frontline');
    await become(walt, car, 'hold', 'Open recall');
    const history = await walt.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body[0]).toMatchObject({
      by: expect.stringContaining('Novak'),
      at: expect.stringContaining('T'),
      data: { kind: 'status', from: 'frontline', to: 'hold', reason: 'Open recall' },
    });
    const { db } = lot.platform;
    const rewriting = db.updateTable('vehicle_events').set({ author_id: walt.id }).execute();
    await expect(rewriting).rejects.toThrow('only ever added to');
  });

  test('of two who decide at once obeys one', async () => {
    const car = await carThatIs('frontline');
    const both = await Promise.all([become(walt, car, 'sold'), become(walt, car, 'deposit')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is changed by nobody who may only read, or works elsewhere', async () => {
    const car = await carThatIs('frontline');
    const reader = await lot.employ({ featurePermissions: ['view_data'] });
    expect((await look(reader, car.id)).body.may).toMatchObject({ edit: false, become: [] });
    expect((await become(reader, car, 'sold')).status).toBe(403);
    const elsewhere = await lot.employ({ storeAccess: ['hyundai'] });
    expect((await become(elsewhere, car, 'sold')).status).toBe(404);
    const blind = await lot.employ({ featurePermissions: ['create_records'] });
    expect((await become(blind, car, 'sold')).status).toBe(404);
    expect((await look(walt, car.id)).body.status).toBe('frontline');
  });
});

test('every status can be left, and says so in a sentence', () => {
  for (const from of statuses) {
    expect(nextStatuses[from].length).toBeGreaterThan(0);
    expect(refusalOf(from, from)).toMatch(/already\.$/);
  }
  expect(refusalOf('frontline', 'delivered')).toBe(
    'This car is frontline; from there it can only become on hold, deposit taken, sold, in recon, wholesaled or traded to a dealer.',
  );
  expect(needsReason('deposit', 'frontline')).toBe(true);
});
