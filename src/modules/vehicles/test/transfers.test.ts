import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { TestSocket } from '../../../../test/support/socket.ts';
import type { StageUser } from '../../admin/test/stage.ts';
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
import { add, changeStatus, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
let kevin: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
  kevin = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

const send = (
  { client }: StageUser,
  car: { id: number; version: number },
  overrides: Record<string, unknown> = {},
) =>
  client.call(sendVehicle, {
    params: { vehicleId: car.id },
    body: { clientId: crypto.randomUUID(), version: car.version, to: 'hyundai', ...overrides },
  });
const receive = (
  { client }: StageUser,
  transferId: number,
  overrides: Record<string, unknown> = {},
) =>
  client.call(receiveVehicle, { params: { transferId }, body: { mileage: 12_000, ...overrides } });
const cancel = ({ client }: StageUser, transferId: number, reason = 'Sold here after all') =>
  client.call(cancelTransfer, { params: { transferId }, body: { reason } });
const listed = async ({ client }: StageUser) => (await client.call(listTransfers)).body;
const inStock = async ({ client }: StageUser, vin: string) =>
  (await client.call(listVehicles, { query: { q: vin } })).body.vehicles.map(({ id }) => id);
const frameOf = (socket: TestSocket, id: number, store: string) =>
  eventually(
    () =>
      socket.frames.some(
        ({ type, data }) => type === 'vehicle_changed' && data.id === id && data.store === store,
      ),
    `No event for ${id} at ${store}`,
  );
const addTransfer = async (user: StageUser) => {
  const car = await add(walt);
  return { car, transfer: (await send(user, car)).body };
};

describe('a transfer to another store', () => {
  test('adds the vehicle to the other store’s stock once it is received', async () => {
    const car = await add(walt, { lotLocation: 'A 12', keyTag: '77' });
    const { status, body } = await send(walt, car, { note: 'For the Andersons' });
    expect([status, body.fromNumber, body.toNumber]).toEqual([201, car.stockNumber, null]);
    expect(body.may).toEqual({ receive: false, callOff: true });
    expect((await fetchVehicle(walt, car.id)).body).toMatchObject({
      store: 'ford',
      movingTo: 'hyundai',
      may: { become: [], checkOut: false, sendTo: [] },
    });
    expect((await fetchVehicle(kevin, car.id)).status).toBe(404);
    const incoming = (await listed(kevin)).open.find(({ id }) => id === body.id);
    expect(incoming).toMatchObject({ note: 'For the Andersons', vin: car.vin, mayOpen: false });
    expect(incoming?.may).toEqual({ receive: true, callOff: true });

    const received = (await receive(kevin, body.id, { mileage: 12_031, lotLocation: 'H 3' })).body;
    expect(received.toNumber).toMatch(/^HU\d{6}$/);
    expect((await fetchVehicle(kevin, car.id)).body).toMatchObject({
      store: 'hyundai',
      stockNumber: received.toNumber,
      vin: car.vin,
      movingTo: null,
      mileage: 12_031,
      lotLocation: 'H 3',
      keyTag: '',
      acquiredOn: car.acquiredOn,
      acquiredFrom: 'auction',
      status: car.status,
    });
    expect((await fetchVehicle(walt, car.id)).status).toBe(404);
    expect(await inStock(walt, car.vin)).toEqual([]);
    expect(await inStock(kevin, car.vin)).toEqual([car.id]);
    const ended = (await listed(walt)).ended.find(({ id }) => id === body.id);
    expect(ended).toMatchObject({ toNumber: received.toNumber, mayOpen: false });
  });

  test('keeps the history', async () => {
    const { car, transfer } = await addTransfer(walt);
    await receive(kevin, transfer.id);
    const history = await kevin.client.call(listHistory, { params: { vehicleId: car.id } });
    expect(history.body.map(({ data }) => data.kind)).toEqual([
      ...['transfer_received', 'transfer_sent', 'added'],
    ]);
    expect(history.body[0]?.data).toMatchObject({ from: 'ford', fromNumber: car.stockNumber });
  });

  test('keeps the reconditioning stage, and clears the assignee', async () => {
    const car = await add(walt);
    await changeStatus(walt, car, 'recon');
    const found = (await fetchVehicle(walt, car.id)).body;
    const { db } = stage.platform;
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
    const [fordSocket, hyundaiSocket] = await Promise.all([
      walt.client.socket(),
      kevin.client.socket(),
    ]);
    const { car, transfer } = await addTransfer(walt);
    await frameOf(hyundaiSocket, car.id, 'ford');
    await receive(kevin, transfer.id);
    await frameOf(fordSocket, car.id, 'hyundai');
    await frameOf(hyundaiSocket, car.id, 'hyundai');
    const notified = await sql<{ user_id: number }>`select user_id from notifications
      where key = ${`vehicle_transfer:${transfer.id}`}`.execute(stage.platform.db);
    expect(notified.rows).toContainEqual({ user_id: kevin.id });
  });

  test('blocks status changes, check-outs and further transfers while open', async () => {
    const { car } = await addTransfer(walt);
    const current = (await fetchVehicle(walt, car.id)).body;
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
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    const edit = await both.client.call(changeVehicle, {
      params: { vehicleId: car.id },
      body: { version: current.version, store: 'hyundai' },
    });
    for (const { status, body } of [
      await changeStatus(walt, current, 'recon'),
      ...[out, edit, await send(walt, current, { to: 'chevrolet' })],
    ]) {
      expect([status, body]).toEqual([409, expect.objectContaining({ error: message })]);
    }
  });

  test('can be canceled by either store, and started again', async () => {
    for (const user of [walt, kevin]) {
      const { car, transfer } = await addTransfer(walt);
      expect((await cancel(user, transfer.id)).body.calledOff).toBe('Sold here after all');
      const after = (await fetchVehicle(walt, car.id)).body;
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
      const { db } = stage.platform;
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
      expect((await fetchVehicle(walt, car.id)).body.may.sendTo.length > 0).toBe(allowed);
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
    const { status, body } = await send(walt, (await fetchVehicle(walt, car.id)).body);
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
    const employee = await stage.addEmployee({ role: 'employee' });
    expect((await send(employee, car)).status).toBe(403);
    expect((await fetchVehicle(employee, car.id)).body.may.sendTo).toEqual([]);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await send(reader, car)).status).toBe(403);
    expect((await send(kevin, car)).status).toBe(404);
    expect((await send(walt, car, { to: 'ford' })).status).toBe(400);
    expect((await fetchVehicle(walt, car.id)).body.version).toBe(car.version);
  });

  test('hide transfers from third stores, and the sender cannot receive', async () => {
    const { transfer } = await addTransfer(walt);
    const third = await stage.addEmployee({ storeAccess: ['chevrolet'] });
    expect((await receive(third, transfer.id)).status).toBe(404);
    expect((await cancel(third, transfer.id)).status).toBe(404);
    expect((await listed(third)).open.map(({ id }) => id)).not.toContain(transfer.id);
    expect((await receive(walt, transfer.id)).status).toBe(403);
    const employee = await stage.addEmployee({ role: 'employee', storeAccess: ['hyundai'] });
    expect((await cancel(employee, transfer.id)).status).toBe(403);
    const reader = await stage.addEmployee({
      storeAccess: ['hyundai'],
      featurePermissions: ['view_data'],
    });
    expect((await receive(reader, transfer.id)).status).toBe(403);
    expect((await receive(employee, transfer.id)).status).toBe(200);
  });

  test('need valid miles and an unused stock number to receive', async () => {
    const { transfer } = await addTransfer(walt);
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
