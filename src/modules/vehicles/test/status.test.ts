import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
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
  await lot.platform.db
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
        const { status, body } = await become(walt, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, allowed ? 200 : 409]);
        const error = allowed ? undefined : transitionError(from, to);
        expect((body as never as { error?: string }).error).toBe(error ?? undefined);
      }
      expect((await look(walt, refused.id)).body).toMatchObject({ ...from, version: 1 });
    },
  );

  test('lists its changes, and requires a reason where needed', async () => {
    for (const from of standings) {
      const car = await carThatIs(from);
      const offered = (await look(walt, car.id)).body.may.become;
      expect(offered.map(({ status }) => status)).toEqual(nextStatuses(from));
      for (const { status, needsReason: isRequired } of offered) {
        const bare = await become(walt, await carThatIs(from), status);
        expect([from, status, bare.status]).toEqual([from, status, isRequired ? 400 : 200]);
      }
    }
  });

  test('leaves without a buyer, or comes back, only by a manager', async () => {
    for (const from of standings) {
      for (const to of nextStatuses(from)) {
        const car = await carThatIs(from);
        const { status } = await become(clerk, car, to, 'Because');
        expect([from, to, status]).toEqual([from, to, needsManager(from, to) ? 403 : 200]);
      }
    }
    const car = await carThatIs(onLine);
    const offered = (await look(clerk, car.id)).body.may.become.map(({ status }) => status);
    expect(offered).toEqual(['hold', 'recon', 'sold']);
  });

  test('records who changed the status, when and why', async () => {
    const car = await carThatIs(onLine);
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

  test('changed twice concurrently takes one change', async () => {
    const car = await carThatIs(onLine);
    const both = await Promise.all([become(walt, car, 'sold'), become(walt, car, 'recon')]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('cannot be changed by read-only users or other stores', async () => {
    const car = await carThatIs(onLine);
    const reader = await lot.employ({ featurePermissions: ['view_data'] });
    expect((await look(reader, car.id)).body.may).toMatchObject({ edit: false, become: [] });
    expect((await become(reader, car, 'sold')).status).toBe(403);
    const elsewhere = await lot.employ({ storeAccess: ['hyundai'] });
    expect((await become(elsewhere, car, 'sold')).status).toBe(404);
    const noAccess = await lot.employ({ featurePermissions: ['create_records'] });
    expect((await become(noAccess, car, 'sold')).status).toBe(404);
    expect((await look(walt, car.id)).body.status).toBe('frontline');
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
  expect(transitionError(onLine, 'deposit')).toBe(
    'Take a deposit with its amount, its customer and the day it expires.',
  );
  expect(needsReason({ place: 'recon', status: 'sold' }, 'recon')).toBe(true);
  expect(needsReason({ place: 'recon', status: 'sold' }, 'frontline')).toBe(false);
});
