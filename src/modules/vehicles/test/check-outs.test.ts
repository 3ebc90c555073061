import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import {
  addPlate,
  checkIn,
  checkOut,
  getPlateLog,
  listOutings,
  listPlates,
} from '../contract/outings.ts';
import { add, changeStatus, fetchVehicle, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
});
afterAll(() => stage.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const checkOutCar = (
  { client }: StageUser,
  vehicleId: number,
  overrides: Record<string, unknown> = {},
) =>
  client.call(checkOut, {
    body: {
      clientId: crypto.randomUUID(),
      vehicleId,
      kind: 'test_drive',
      holderName: 'Dana Whitfield',
      dueAt: inHours(2),
      milesOut: 12_000,
      fuelOut: 6,
      ...overrides,
    },
  });
const checkInCar = (
  { client }: StageUser,
  outingId: number,
  overrides: Record<string, unknown> = {},
) =>
  client.call(checkIn, {
    params: { outingId },
    body: { milesIn: 12_040, fuelIn: 5, dataWiped: true, ...overrides },
  });
const listCheckedOut = async ({ client }: StageUser) =>
  (await client.call(listOutings)).body.outings;
let plates = 0;
const plate = async ({ client }: StageUser, store = 'ford' as const) => {
  plates += 1;
  return (await client.call(addPlate, { body: { store, number: `TEST-${plates}` } })).body;
};

describe('a vehicle', () => {
  test('is checked out to a person and checked in with its miles', async () => {
    const car = await add(walt);
    const { status, body } = await checkOutCar(walt, car.id, { holderPhone: '316-555-0142' });
    expect([status, body.holder.name, body.inAt]).toEqual([201, 'Dana Whitfield', null]);
    expect((await listCheckedOut(walt)).map(({ id }) => id)).toContain(body.id);
    const seen = (await fetchVehicle(walt, car.id)).body;
    expect([seen.out?.kind, seen.may.checkOut]).toEqual(['test_drive', false]);
    const returned = (await checkInCar(walt, body.id)).body;
    expect(returned).toMatchObject({ milesIn: 12_040, fuelIn: 5, dataWiped: true });
    expect((await listCheckedOut(walt)).map(({ id }) => id)).not.toContain(body.id);
    expect((await fetchVehicle(walt, car.id)).body).toMatchObject({ mileage: 12_040, out: null });
    expect((await checkInCar(walt, body.id)).status).toBe(409);
  });

  test('is checked out once when requested concurrently', async () => {
    const car = await add(walt);
    const responses = await Promise.all([
      checkOutCar(walt, car.id),
      checkOutCar(walt, car.id),
      checkOutCar(walt, car.id),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test('is checked out once when the request is repeated', async () => {
    const car = await add(walt);
    const overrides = { clientId: crypto.randomUUID() };
    const responses = await Promise.all([
      checkOutCar(walt, car.id, overrides),
      checkOutCar(walt, car.id, overrides),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    expect(responses[0]?.body.id).toBe(responses[1]?.body.id);
  });

  test('is listed by due time', async () => {
    const due = [5, 1, 3];
    const cars = await Promise.all(due.map(() => add(walt)));
    for (const [at, hours] of due.entries()) {
      await checkOutCar(walt, cars[at]?.id ?? 0, { dueAt: inHours(hours) });
    }
    const ids = cars.map(({ id }) => id);
    const order = (await listCheckedOut(walt)).map(({ vehicle }) => vehicle.id);
    expect(order.filter((id) => ids.includes(id))).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('that is checked out cannot leave stock, and one in transit cannot be checked out', async () => {
    const car = await add(walt, { condition: 'new' });
    await checkOutCar(walt, car.id);
    const seen = (await fetchVehicle(walt, car.id)).body;
    const gone = await changeStatus(walt, seen, 'wholesale', 'Too old');
    expect(gone).toMatchObject({ status: 409, body: { error: /This vehicle is checked out/ } });
    const inTransit = await add(walt, { status: 'in_transit' });
    expect((await checkOutCar(walt, inTransit.id)).status).toBe(409);
  });

  test.each([
    ['holderName', { holderName: ' ' }],
    ['dueAt', { dueAt: inHours(-1) }],
    ['dueAt', { dueAt: inHours(24 * 400) }],
    ['dueAt', { dueAt: 'tomorrow' }],
    ['milesOut', { milesOut: 11_999 }],
    ['milesOut', { milesOut: 3_000_000 }],
    ['fuelOut', { fuelOut: 9 }],
    ['plateId', { plateId: 2_000_000_000 }],
    ['holderId', { holderId: 2_000_000_000 }],
    ['licenseLastFour', { licenseLastFour: '12' }],
    ['kind', { kind: 'joyride' }],
  ])('with an invalid %s is not checked out: %j', async (field, overrides) => {
    const car = await add(walt);
    const { status, body } = await checkOutCar(walt, car.id, overrides);
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await fetchVehicle(walt, car.id)).body.out).toBeNull();
  });

  test('cannot be checked in with fewer miles', async () => {
    const car = await add(walt);
    const { body } = await checkOutCar(walt, car.id);
    const wrong = await checkInCar(walt, body.id, { milesIn: 11_000 });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { milesIn: /12,000/ } } });
  });

  test('is hidden from other stores, and read-only users cannot check it out', async () => {
    const car = await add(walt);
    const { body } = await checkOutCar(walt, car.id);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await listCheckedOut(hyundai)).map(({ id }) => id)).not.toContain(body.id);
    expect((await checkInCar(hyundai, body.id)).status).toBe(404);
    expect((await checkOutCar(hyundai, car.id)).status).toBe(404);
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    expect((await checkInCar(reader, body.id)).status).toBe(403);
    expect((await checkOutCar(reader, car.id)).status).toBe(403);
  });
});

describe('a plate', () => {
  const log = async ({ client }: StageUser, plateId: number, at?: string) =>
    client.call(getPlateLog, { params: { plateId }, query: at ? { at } : {} });

  test('is on one vehicle at a time, and its log knows who had it when', async () => {
    const { id: plateId } = await plate(walt);
    const [one, other] = [await add(walt), await add(walt)];
    const before = new Date().toISOString();
    const first = (await checkOutCar(walt, one.id, { plateId, holderName: 'June Castellano' }))
      .body;
    const checkedOut = await checkOutCar(walt, other.id, { plateId });
    expect(checkedOut).toMatchObject({
      status: 409,
      body: { fields: { plateId: /on another checked-out vehicle/ } },
    });
    const between = new Date().toISOString();
    await checkInCar(walt, first.id);
    await checkOutCar(walt, other.id, { plateId, holderName: 'Ivy Marsh' });
    const holders = async (at?: string) =>
      (await log(walt, plateId, at)).body.map(({ holder }) => holder.name);
    expect(await holders()).toEqual(['Ivy Marsh', 'June Castellano']);
    expect(await holders(between)).toEqual(['June Castellano']);
    expect(await holders(before)).toEqual([]);
    expect(await holders(new Date().toISOString())).toEqual(['Ivy Marsh']);
    const listed = (await walt.client.call(listPlates)).body.find(({ id }) => id === plateId);
    expect(listed?.outing?.holder.name).toBe('Ivy Marsh');
  });

  test('has a unique number and one store, is added by managers and visible to its store', async () => {
    const own = await plate(walt);
    const add = (user: StageUser, body: object) =>
      user.client.call(addPlate, { body: body as never });
    const again = await add(walt, { store: 'ford', number: own.number.toLowerCase() });
    expect(again).toMatchObject({ status: 409, body: { fields: { number: /already exists/ } } });
    expect((await add(walt, { store: 'hyundai', number: 'X-1' })).status).toBe(400);
    expect((await add(walt, { store: 'ford', number: '!' })).status).toBe(400);
    const employee = await stage.addEmployee({ role: 'employee' });
    expect((await add(employee, { store: 'ford', number: 'X-2' })).status).toBe(403);
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    expect((await log(hyundai, own.id)).status).toBe(404);
    const seen = (await hyundai.client.call(listPlates)).body;
    expect(seen.every(({ store }) => store === 'hyundai')).toBe(true);
    const car = await stage.addEmployee({ storeAccess: ['ford', 'hyundai'] }).then((user) => user);
    expect((await log(car, own.id)).status).toBe(200);
  });
});
