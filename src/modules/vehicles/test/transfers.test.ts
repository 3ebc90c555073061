import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import type { Employed } from '../../admin/test/office.ts';
import { listHistory } from '../contract/history.ts';
import {
  cancelTransfer,
  listTransfers,
  movable,
  receiveVehicle,
  sendVehicle,
} from '../contract/lot/transfers.ts';
import { checkOut } from '../contract/outings.ts';
import { getBoard, moveJob } from '../contract/recon/board.ts';
import { isGone, isPlace, statuses } from '../contract/status.ts';
import { changeVehicle, listVehicles } from '../contract.ts';
import { add, become, type Lot, look, openLot } from './lot.ts';

let lot: Lot;
let walt: Employed;
let kevin: Employed;
beforeAll(async () => {
  lot = await openLot();
  walt = await lot.employ();
  kevin = await lot.employ({ storeAccess: ['hyundai'] });
});
afterAll(() => lot.stop());

const send = (
  { client }: Employed,
  car: { id: number; version: number },
  overrides: Record<string, unknown> = {},
) =>
  client.call(sendVehicle, {
    params: { vehicleId: car.id },
    body: { clientId: crypto.randomUUID(), version: car.version, to: 'hyundai', ...overrides },
  });
const receive = (
  { client }: Employed,
  transferId: number,
  overrides: Record<string, unknown> = {},
) =>
  client.call(receiveVehicle, { params: { transferId }, body: { mileage: 12_000, ...overrides } });
const cancel = ({ client }: Employed, transferId: number, reason = 'Sold here after all') =>
  client.call(cancelTransfer, { params: { transferId }, body: { reason } });
const listed = async ({ client }: Employed) => (await client.call(listTransfers)).body;
const inStock = async ({ client }: Employed, vin: string) =>
  (await client.call(listVehicles, { query: { q: vin } })).body.vehicles.map(({ id }) => id);
const frameOf = (socket: TestSocket, id: number, store: string) =>
  eventually(
    () =>
      socket.frames.some(
        ({ type, data }) => type === 'vehicle_changed' && data.id === id && data.store === store,
      ),
    `No event for ${id} at ${store}`,
  );
const openTo = async (user: Employed) => {
  const car = await add(walt);
  return { car, transfer: (await send(user, car)).body };
};

describe('a transfer to another store', () => {
  test('adds the vehicle to the other store’s stock once it is received', async () => {
    const car = await add(walt, { lotLocation: 'A 12', keyTag: '77' });
    const { status, body } = await send(walt, car, { note: 'For the Andersons' });
    expect([status, body.fromNumber, body.toNumber]).toEqual([201, car.stockNumber, null]);
    expect(body.may).toEqual({ receive: false, callOff: true });
    expect((await look(walt, car.id)).body).toMatchObject({
      store: 'ford',
      movingTo: 'hyundai',
      may: { become: [], checkOut: false, sendTo: [] },
    });
    expect((await look(kevin, car.id)).status).toBe(404);
    const coming = (await listed(kevin)).open.find(({ id }) => id === body.id);
    expect(coming).toMatchObject({ note: 'For the Andersons', vin: car.vin, mayOpen: false });
    expect(coming?.may).toEqual({ receive: true, callOff: true });

    const taken = (await receive(kevin, body.id, { mileage: 12_031, lotLocation: 'H 3' })).body;
    expect(taken.toNumber).toMatch(/^HU\d{6}$/);
    expect((await look(kevin, car.id)).body).toMatchObject({
      store: 'hyundai',
      stockNumber: taken.toNumber,
      vin: car.vin,
      movingTo: null,
      mileage: 12_031,
      lotLocation: 'H 3',
      keyTag: '',
      acquiredOn: car.acquiredOn,
      acquiredFrom: 'auction',
      status: car.status,
    });
    expect((await look(walt, car.id)).status).toBe(404);
    expect(await inStock(walt, car.vin)).toEqual([]);
    expect(await inStock(kevin, car.vin)).toEqual([car.id]);
    const gone = (await listed(walt)).ended.find(({ id }) => id === body.id);
    expect(gone).toMatchObject({ toNumber: taken.toNumber, mayOpen: false });
  });

  test('keeps the history', async () => {
    const { car, transfer } = await openTo(walt);
    await receive(kevin, transfer.id);
    const history = await kevin.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body.map(({ data }) => data.kind)).toEqual([
      ...['transfer_received', 'transfer_sent', 'added'],
    ]);
    expect(history.body[0]?.data).toMatchObject({ from: 'ford', fromNumber: car.stockNumber });
  });

  test('keeps the reconditioning stage, and clears the assignee', async () => {
    const car = await add(walt);
    await become(walt, car, 'recon');
    const found = (await look(walt, car.id)).body;
    const { db } = lot.platform;
    await db
      .updateTable('vehicle_recon_steps')
      .set({ owner_id: walt.id })
      .where('unit_id', '=', car.id)
      .execute();
    const { body } = await send(walt, found);
    await receive(kevin, body.id);
    const jobs = (await kevin.client.call(getBoard, { query: {} })).body.jobs;
    const job = jobs.find(({ vehicleId }) => vehicleId === car.id);
    expect(job).toMatchObject({ stage: 'intake', owner: null });
    const moved = await kevin.client.call(moveJob, {
      params: { stepId: job?.stepId ?? 0 },
      body: { version: job?.version ?? 0, to: 'inspection' },
    });
    expect(moved.status).toBe(200);
  });

  test('is published to both stores, and notifies the managers of the other', async () => {
    const [here, there] = await Promise.all([walt.client.socket(), kevin.client.socket()]);
    const { car, transfer } = await openTo(walt);
    await frameOf(there, car.id, 'ford');
    await receive(kevin, transfer.id);
    await frameOf(here, car.id, 'hyundai');
    await frameOf(there, car.id, 'hyundai');
    const notified = await sql<{ user_id: number }>`select user_id from notifications
      where key = ${`vehicle_transfer:${transfer.id}`}`.execute(lot.platform.db);
    expect(notified.rows).toContainEqual({ user_id: kevin.id });
  });

  test('blocks status changes, check-outs and further transfers while open', async () => {
    const { car } = await openTo(walt);
    const current = (await look(walt, car.id)).body;
    const message = 'This vehicle is in transfer to Hyundai. Cancel the transfer first.';
    const out = await walt.client.call(checkOut, {
      body: {
        clientId: crypto.randomUUID(),
        vehicleId: car.id,
        kind: 'demo',
        holderName: 'Dana',
        dueAt: new Date(Date.now() + 7_200_000).toISOString(),
        milesOut: 12_000,
        fuelOut: 4,
      },
    });
    const both = await lot.employ({ storeAccess: ['ford', 'hyundai'] });
    const elsewhere = await both.client.call(changeVehicle, {
      params: { vehicleId: car.id },
      body: { version: current.version, store: 'hyundai' },
    });
    for (const { status, body } of [
      await become(walt, current, 'recon'),
      ...[out, elsewhere, await send(walt, current, { to: 'chevrolet' })],
    ]) {
      expect([status, body]).toEqual([409, expect.objectContaining({ error: message })]);
    }
  });

  test('can be canceled by either store, and started again', async () => {
    for (const user of [walt, kevin]) {
      const { car, transfer } = await openTo(walt);
      expect((await cancel(user, transfer.id)).body.calledOff).toBe('Sold here after all');
      const after = (await look(walt, car.id)).body;
      expect(after).toMatchObject({ store: 'ford', movingTo: null, stockNumber: car.stockNumber });
      expect((await receive(kevin, transfer.id)).status).toBe(409);
      expect((await cancel(walt, transfer.id)).status).toBe(409);
      expect((await send(walt, after)).status).toBe(201);
    }
  });

  test('is started once when repeated, and received once when concurrent', async () => {
    const car = await add(walt);
    const overrides = { clientId: crypto.randomUUID() };
    const twice = await Promise.all([send(walt, car, overrides), send(walt, car, overrides)]);
    expect(twice.map(({ status }) => status)).toEqual([201, 201]);
    expect(twice[0]?.body.id).toBe(twice[1]?.body.id);
    expect((await send(walt, car)).status).toBe(409);
    const { id } = twice[0]?.body ?? { id: 0 };
    const both = await Promise.all([receive(kevin, id), receive(kevin, id)]);
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test.each(statuses)(
    'of a vehicle that is %s is allowed only if it can be sold',
    async (status) => {
      const car = await add(walt);
      const { db } = lot.platform;
      const isSold = status === 'sold' || status === 'delivered';
      await db
        .updateTable('stock_units')
        .set({
          ...(isPlace(status) && { place: status }),
          sale: status === 'deposit' ? status : isSold ? 'sold' : null,
          sold_on: isSold ? '2026-01-06' : null,
          gone_as: isGone(status) ? status : null,
        } as never)
        .where('id', '=', car.id)
        .execute();
      const allowed = movable.includes(status);
      expect((await look(walt, car.id)).body.may.sendTo.length > 0).toBe(allowed);
      const response = await send(walt, car);
      expect(response.status).toBe(allowed ? 201 : 409);
      if (!allowed)
        expect(response.body).toMatchObject({ error: expect.stringMatching(/^This vehicle is/) });
    },
  );

  test('is refused while the vehicle is checked out', async () => {
    const car = await add(walt);
    await walt.client.call(checkOut, {
      body: {
        clientId: crypto.randomUUID(),
        vehicleId: car.id,
        kind: 'demo',
        holderName: 'Dana',
        dueAt: new Date(Date.now() + 7_200_000).toISOString(),
        milesOut: 12_000,
        fuelOut: 4,
      },
    });
    const { status, body } = await send(walt, (await look(walt, car.id)).body);
    expect([status, body]).toEqual([
      409,
      expect.objectContaining({
        error: 'This vehicle is checked out. Check it in before you transfer it.',
      }),
    ]);
  });
});

describe('transfer permissions', () => {
  test('require a manager with write access at the store to send', async () => {
    const car = await add(walt);
    const clerk = await lot.employ({ role: 'employee' });
    expect((await send(clerk, car)).status).toBe(403);
    expect((await look(clerk, car.id)).body.may.sendTo).toEqual([]);
    const reader = await lot.employ({ featurePermissions: ['view_data'] });
    expect((await send(reader, car)).status).toBe(403);
    expect((await send(kevin, car)).status).toBe(404);
    expect((await send(walt, car, { to: 'ford' })).status).toBe(400);
    expect((await look(walt, car.id)).body.version).toBe(car.version);
  });

  test('hide transfers from third stores, and the sender cannot receive', async () => {
    const { transfer } = await openTo(walt);
    const third = await lot.employ({ storeAccess: ['chevrolet'] });
    expect((await receive(third, transfer.id)).status).toBe(404);
    expect((await cancel(third, transfer.id)).status).toBe(404);
    expect((await listed(third)).open.map(({ id }) => id)).not.toContain(transfer.id);
    expect((await receive(walt, transfer.id)).status).toBe(403);
    const clerk = await lot.employ({ role: 'employee', storeAccess: ['hyundai'] });
    expect((await cancel(clerk, transfer.id)).status).toBe(403);
    const reader = await lot.employ({
      storeAccess: ['hyundai'],
      featurePermissions: ['view_data'],
    });
    expect((await receive(reader, transfer.id)).status).toBe(403);
    expect((await receive(clerk, transfer.id)).status).toBe(200);
  });

  test('need valid miles and an unused stock number to receive', async () => {
    const { transfer } = await openTo(walt);
    expect((await receive(kevin, transfer.id, { mileage: 11_999 })).status).toBe(400);
    const other = await add(kevin, { store: 'hyundai' });
    const same = await receive(kevin, transfer.id, { stockNumber: other.stockNumber });
    expect([same.status, same.body]).toEqual([
      409,
      expect.objectContaining({
        fields: { stockNumber: 'Another vehicle in this store has this stock number.' },
      }),
    ]);
    const { body } = await receive(kevin, transfer.id, { stockNumber: 'H-MOVED-1' });
    expect(body.toNumber).toBe('H-MOVED-1');
  });
});
