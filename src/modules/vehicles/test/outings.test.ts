import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import {
  addPlate,
  checkIn,
  checkOut,
  getPlateLog,
  listOutings,
  listPlates,
} from '../contract/outings.ts';
import { add, become, type Lot, look, openLot } from './lot.ts';

let lot: Lot;
let walt: Employed;
beforeAll(async () => {
  lot = await openLot();
  walt = await lot.employ();
});
afterAll(() => lot.stop());

const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const out = ({ client }: Employed, vehicleId: number, given: Record<string, unknown> = {}) =>
  client.call(checkOut, {
    body: {
      clientId: crypto.randomUUID(),
      vehicleId,
      kind: 'test_drive',
      holderName: 'Dana Whitfield',
      dueAt: inHours(2),
      milesOut: 12_000,
      fuelOut: 6,
      ...given,
    },
  });
const back = ({ client }: Employed, outingId: number, given: Record<string, unknown> = {}) =>
  client.call(checkIn, {
    params: { outingId },
    body: { milesIn: 12_040, fuelIn: 5, dataWiped: true, ...given },
  });
const outNow = async ({ client }: Employed) => (await client.call(listOutings)).body.outings;
let plates = 0;
const plate = async ({ client }: Employed, store = 'ford' as const) => {
  plates += 1;
  return (await client.call(addPlate, { body: { store, number: `TEST-${plates}` } })).body;
};

describe('a car', () => {
  test('goes out to a person and comes back with its miles', async () => {
    const car = await add(walt);
    const { status, body } = await out(walt, car.id, { holderPhone: '316-555-0142' });
    expect([status, body.holder.name, body.inAt]).toEqual([201, 'Dana Whitfield', null]);
    expect((await outNow(walt)).map(({ id }) => id)).toContain(body.id);
    const seen = (await look(walt, car.id)).body;
    expect([seen.out?.kind, seen.may.checkOut]).toEqual(['test_drive', false]);
    const returned = (await back(walt, body.id)).body;
    expect(returned).toMatchObject({ milesIn: 12_040, fuelIn: 5, dataWiped: true });
    expect((await outNow(walt)).map(({ id }) => id)).not.toContain(body.id);
    expect((await look(walt, car.id)).body).toMatchObject({ mileage: 12_040, out: null });
    expect((await back(walt, body.id)).status).toBe(409);
  });

  test('is out once, whoever hands it out at the same time', async () => {
    const car = await add(walt);
    const answers = await Promise.all([out(walt, car.id), out(walt, car.id), out(walt, car.id)]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409]);
  });

  test('is out once however often that is sent', async () => {
    const car = await add(walt);
    const given = { clientId: crypto.randomUUID() };
    const answers = await Promise.all([out(walt, car.id, given), out(walt, car.id, given)]);
    expect(answers.map(({ status }) => status)).toEqual([201, 201]);
    expect(answers[0]?.body.id).toBe(answers[1]?.body.id);
  });

  test('stands among those that are out by when it is due', async () => {
    const due = [5, 1, 3];
    const cars = await Promise.all(due.map(() => add(walt)));
    for (const [at, hours] of due.entries()) {
      await out(walt, cars[at]?.id ?? 0, { dueAt: inHours(hours) });
    }
    const ids = cars.map(({ id }) => id);
    const order = (await outNow(walt)).map(({ vehicle }) => vehicle.id);
    expect(order.filter((id) => ids.includes(id))).toEqual([ids[1], ids[2], ids[0]]);
  });

  test('that is out is not let go, and one that is not here does not go out', async () => {
    const car = await add(walt, { condition: 'new' });
    await out(walt, car.id);
    const seen = (await look(walt, car.id)).body;
    const gone = await become(walt, seen, 'wholesale', 'Too old');
    expect(gone).toMatchObject({ status: 409, body: { error: /This car is out/ } });
    const coming = await add(walt, { status: 'in_transit' });
    expect((await out(walt, coming.id)).status).toBe(409);
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
  ])('with a wrong %s stays: %j', async (field, given) => {
    const car = await add(walt);
    const { status, body } = await out(walt, car.id, given);
    expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
      400,
      [field],
    ]);
    expect((await look(walt, car.id)).body.out).toBeNull();
  });

  test('comes back with no fewer miles than it had', async () => {
    const car = await add(walt);
    const { body } = await out(walt, car.id);
    const wrong = await back(walt, body.id, { milesIn: 11_000 });
    expect(wrong).toMatchObject({ status: 400, body: { fields: { milesIn: /12,000/ } } });
  });

  test('is seen and handed out by nobody who works elsewhere or may only read', async () => {
    const car = await add(walt);
    const { body } = await out(walt, car.id);
    const elsewhere = await lot.employ({ storeAccess: ['hyundai'] });
    expect((await outNow(elsewhere)).map(({ id }) => id)).not.toContain(body.id);
    expect((await back(elsewhere, body.id)).status).toBe(404);
    expect((await out(elsewhere, car.id)).status).toBe(404);
    const reader = await lot.employ({ featurePermissions: ['view_data'] });
    expect((await back(reader, body.id)).status).toBe(403);
    expect((await out(reader, car.id)).status).toBe(403);
  });
});

describe('a plate', () => {
  const log = async ({ client }: Employed, plateId: number, at?: string) =>
    client.call(getPlateLog, { params: { plateId }, query: at ? { at } : {} });

  test('is on one car at a time, and who had it at any moment is known', async () => {
    const { id: plateId } = await plate(walt);
    const [one, other] = [await add(walt), await add(walt)];
    const before = new Date().toISOString();
    const first = (await out(walt, one.id, { plateId, holderName: 'June Castellano' })).body;
    const taken = await out(walt, other.id, { plateId });
    expect(taken).toMatchObject({ status: 409, body: { fields: { plateId: /on another car/ } } });
    const between = new Date().toISOString();
    await back(walt, first.id);
    await out(walt, other.id, { plateId, holderName: 'Ivy Marsh' });
    const holders = async (at?: string) =>
      (await log(walt, plateId, at)).body.map(({ holder }) => holder.name);
    expect(await holders()).toEqual(['Ivy Marsh', 'June Castellano']);
    expect(await holders(between)).toEqual(['June Castellano']);
    expect(await holders(before)).toEqual([]);
    expect(await holders(new Date().toISOString())).toEqual(['Ivy Marsh']);
    const listed = (await walt.client.call(listPlates)).body.find(({ id }) => id === plateId);
    expect(listed?.outing?.holder.name).toBe('Ivy Marsh');
  });

  test('is of one number and one store, added by a manager and seen by its people', async () => {
    const own = await plate(walt);
    const add = (who: Employed, body: object) => who.client.call(addPlate, { body: body as never });
    const again = await add(walt, { store: 'ford', number: own.number.toLowerCase() });
    expect(again).toMatchObject({ status: 409, body: { fields: { number: /is a plate/ } } });
    expect((await add(walt, { store: 'hyundai', number: 'X-1' })).status).toBe(400);
    expect((await add(walt, { store: 'ford', number: '!' })).status).toBe(400);
    const clerk = await lot.employ({ role: 'employee' });
    expect((await add(clerk, { store: 'ford', number: 'X-2' })).status).toBe(403);
    const elsewhere = await lot.employ({ storeAccess: ['hyundai'] });
    expect((await log(elsewhere, own.id)).status).toBe(404);
    const seen = (await elsewhere.client.call(listPlates)).body;
    expect(seen.every(({ store }) => store === 'hyundai')).toBe(true);
    const car = await lot.employ({ storeAccess: ['ford', 'hyundai'] }).then((who) => who);
    expect((await log(car, own.id)).status).toBe(200);
  });
});
