import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { takeDeposit } from '../contract/deposits.ts';
import { listHistory } from '../contract/history.ts';
import { checkIn, checkOut } from '../contract/outings.ts';
import { addVehicle, changeVehicle, findVin } from '../contract.ts';
import {
  add,
  changeStatus,
  fetchVehicle,
  newVin,
  openVehicleStage,
  type VehicleStage,
  vehicleBody,
} from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
});
afterAll(() => stage.stop());

const change = ({ client }: StageUser, vehicleId: number, body: Record<string, unknown>) =>
  client.call(changeVehicle, { params: { vehicleId }, body: body as never });
const send = ({ client }: StageUser, overrides: Record<string, unknown>) =>
  client.call(addVehicle, { body: vehicleBody(overrides) });
const historyOf = async ({ client }: StageUser, vehicleId: number) =>
  (await client.call(listHistory, { params: { vehicleId } })).body.map(({ data }) => data);

describe('a vehicle', () => {
  test('is added with a stock number of its store, kind and year', async () => {
    const first = await add(walt, { acquiredOn: '2024-03-01' });
    const second = await add(walt, { acquiredOn: '2024-03-02' });
    expect([first.stockNumber, second.stockNumber]).toEqual(['FP240001', 'FP240002']);
    const fresh = await add(walt, { condition: 'new', acquiredOn: '2024-03-01' });
    const used = await add(walt, { acquiredFrom: 'trade', acquiredOn: '2024-03-01' });
    expect([fresh.stockNumber, used.stockNumber]).toEqual(['FN240001', 'FU240001']);
    expect([fresh.status, used.status]).toEqual(['received', 'acquired']);
    expect(await historyOf(walt, first.id)).toEqual([
      { kind: 'added', status: 'acquired', stockNumber: 'FP240001' },
    ]);
  });

  test('skips numbers entered by hand, also when many are added concurrently', async () => {
    await add(walt, { stockNumber: 'fp23-0002', acquiredOn: '2023-03-01' });
    const cars = await Promise.all([1, 2, 3].map(() => add(walt, { acquiredOn: '2023-03-01' })));
    expect(cars.map(({ stockNumber }) => stockNumber).toSorted()).toEqual([
      'FP230001',
      'FP230003',
      'FP230004',
    ]);
    const again = await send(walt, { stockNumber: 'FP230002' });
    expect(again).toMatchObject({ status: 409, body: { fields: { stockNumber: /number/ } } });
  });

  test('traded in gets the number of the vehicle it was traded for, plus a letter', async () => {
    const sold = await add(walt, { stockNumber: 'HC325' });
    const first = await add(walt, { tradedForId: sold.id });
    const tradedIn = await add(walt, { tradedForId: first.id });
    expect([first.stockNumber, tradedIn.stockNumber]).toEqual(['HC325A', 'HC325B']);
    expect(tradedIn.tradedFor).toEqual({ id: first.id, stockNumber: 'HC325A' });
  });

  test('is created once when the request is repeated', async () => {
    const body = vehicleBody();
    const responses = await Promise.all(
      [1, 2, 3].map(() => walt.client.call(addVehicle, { body })),
    );
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set(responses.map((one) => one.body.id)).size).toBe(1);
  });

  test('is unique in the group; a conflict names its store, and its number only to those who may see it', async () => {
    const car = await add(walt);
    const duplicate = await send(walt, { vin: car.vin.toLowerCase() });
    expect(duplicate.status).toBe(409);
    expect(duplicate.body).toMatchObject({
      error: `This VIN is stock ${car.stockNumber} at Ford: acquired.`,
      fields: { vin: expect.any(String) },
    });
    const other = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const otherStore = await send(other, { vin: car.vin, store: 'hyundai' });
    expect(otherStore.status).toBe(409);
    expect(JSON.stringify(otherStore.body)).toContain('Ford has a vehicle with this VIN');
    expect(JSON.stringify(otherStore.body)).not.toContain(car.stockNumber);
    const findByVin = (viewer: StageUser) =>
      viewer.client.call(findVin, { query: { vin: car.vin } });
    expect((await findByVin(walt)).body.known?.car?.id).toBe(car.id);
    expect((await findByVin(other)).body.known).toEqual({
      store: 'ford',
      inStock: true,
      car: null,
    });
  });

  test('with a failing check digit is accepted only with a reason', async () => {
    const vin = '1FTFW3L51RK910595';
    const withoutReason = await send(walt, { vin });
    expect(withoutReason).toMatchObject({
      status: 400,
      body: { fields: { vinReason: /Enter a reason/ } },
    });
    const body = (await send(walt, { vin, vinReason: 'Built for Mexico' })).body;
    expect(body).toMatchObject({ vin, vinReason: 'Built for Mexico' });
  });

  test.each([
    ['vin', { vin: '1FTFW3L51' }],
    ['vin', { vin: '1FTFW3L5IRK910594' }],
    ['vin', { vin: '' }],
    ['year', { year: 1850 }],
    ['year', { year: 2099 }],
    ['make', { make: '  ' }],
    ['mileage', { mileage: -1 }],
    ['mileage', { mileage: 12.5 }],
    ['listCents', { listCents: 0 }],
    ['acquiredOn', { acquiredOn: '2999-01-01' }],
    ['acquiredOn', { acquiredOn: '2026-02-31' }],
    ['acquiredOn', { acquiredOn: '1700-01-01' }],
    ['condition', { condition: 'broken' }],
    ['stockNumber', { stockNumber: 'A!' }],
    ['store', { store: 'hyundai' }],
    ['tradedForId', { tradedForId: 2_000_000_000 }],
    ['status', { status: 'sold' }],
    ['surprise', { surprise: 1 }],
  ])('with an invalid %s is refused with an error at the field: %j', async (field, overrides) => {
    const { status, body } = await send(walt, overrides);
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
  });
});

describe('a change', () => {
  test('is recorded with previous values, and refused over an older version', async () => {
    const car = await add(walt);
    const body = { version: car.version, mileage: 12_500, exterior: 'Oxford White' };
    const changed = await change(walt, car.id, body);
    expect(changed.body).toMatchObject({ mileage: 12_500, exterior: 'Oxford White' });
    const late = await change(await stage.addEmployee(), car.id, {
      version: car.version,
      mileage: 1,
    });
    expect(late).toMatchObject({ status: 409, body: { error: /Someone else changed/ } });
    expect((await fetchVehicle(walt, car.id)).body.mileage).toBe(12_500);
    expect((await historyOf(walt, car.id))[0]).toEqual({
      kind: 'changed',
      fields: [
        { name: 'exterior', from: '', to: 'Oxford White' },
        { name: 'mileage', from: 12_000, to: 12_500 },
      ],
    });
  });

  test('made twice concurrently succeeds once', async () => {
    const car = await add(walt);
    const both = await Promise.all(
      ['A1', 'A2'].map((lotLocation) => change(walt, car.id, { version: 1, lotLocation })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('of the price needs a reason, and is in the history', async () => {
    const car = await add(walt);
    const withoutReason = await change(walt, car.id, { version: 1, listCents: 4_000_000 });
    expect(withoutReason).toMatchObject({
      status: 400,
      body: { fields: { priceReason: /Enter a reason/ } },
    });
    await change(walt, car.id, { version: 1, listCents: 4_000_000, priceReason: '45 days' });
    expect((await historyOf(walt, car.id))[0]).toEqual({
      kind: 'price',
      from: 4_250_000,
      to: 4_000_000,
      reason: '45 days',
    });
  });

  test('that changes nothing is not recorded', async () => {
    const car = await add(walt);
    const same = await change(walt, car.id, { version: 1, mileage: 12_000, vin: car.vin });
    expect([same.status, same.body.version]).toEqual([200, 1]);
    expect(await historyOf(walt, car.id)).toHaveLength(1);
  });

  test('can move the vehicle only to another of the user’s stores', async () => {
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    const car = await add(walt);
    expect((await change(walt, car.id, { version: 1, store: 'hyundai' })).status).toBe(400);
    expect((await change(both, car.id, { version: 1, store: 'hyundai' })).body.store).toBe(
      'hyundai',
    );
    expect((await fetchVehicle(walt, car.id)).status).toBe(404);
  });

  test('of the store is for managers, like a transfer', async () => {
    const employee = await stage.addEmployee({
      role: 'employee',
      storeAccess: ['ford', 'hyundai'],
    });
    const car = await add(walt);
    const refused = await change(employee, car.id, { version: 1, store: 'hyundai' });
    expect(refused).toMatchObject({ status: 403, body: { error: /^Only managers/ } });
    expect((await fetchVehicle(employee, car.id)).body.may.changeStore).toBe(false);
    expect((await change(employee, car.id, { version: 1, mileage: 12_500 })).status).toBe(200);
  });

  test('of the store is refused while the vehicle is reserved, sold, delivered or out', async () => {
    const both = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] });
    const car = await add(both);
    const current = async () => (await fetchVehicle(both, car.id)).body;
    const tryMove = async () => {
      const { version, may } = await current();
      expect(may.changeStore).toBe(false);
      return change(both, car.id, { version, store: 'hyundai' });
    };
    const { body: outing } = await both.client.call(checkOut, {
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
    expect(await tryMove()).toMatchObject({ status: 409, body: { error: /is checked out/ } });
    await both.client.call(checkIn, {
      params: { outingId: outing.id },
      body: { milesIn: 12_000, fuelIn: 4, dataWiped: true },
    });
    await both.client.call(takeDeposit, {
      params: { vehicleId: car.id },
      body: {
        clientId: crypto.randomUUID(),
        version: (await current()).version,
        customerName: 'Dana',
        cents: 50_000,
        expiresOn: new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 10),
      },
    });
    expect(await tryMove()).toMatchObject({ status: 409, body: { error: /has a deposit/ } });
    for (const status of ['sold', 'delivered'] as const) {
      await changeStatus(both, await current(), status);
      expect(await tryMove()).toMatchObject({ status: 409, body: { error: RegExp(status) } });
    }
    expect((await current()).store).toBe('ford');
  });

  test('of the VIN to an existing one is refused', async () => {
    const [one, other] = [await add(walt), await add(walt)];
    const conflict = await change(walt, one.id, { version: 1, vin: other.vin });
    expect(conflict).toMatchObject({ status: 409, body: { fields: { vin: /This VIN is stock/ } } });
    const vin = newVin();
    expect((await change(walt, one.id, { version: 1, vin })).body.vin).toBe(vin);
  });
});
