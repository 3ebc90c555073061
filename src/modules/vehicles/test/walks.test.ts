import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { Employed } from '../../admin/test/office.ts';
import { listHistory } from '../contract/history.ts';
import {
  endWalk,
  getWalk,
  listWalks,
  recordSighting,
  removeSighting,
  startWalk,
  type WalkPage,
} from '../contract/lot/walks.ts';
import { checkOut } from '../contract/outings.ts';
import { add, become, carOf, type Lot, look, openLot } from './lot.ts';

let lot: Lot;
let walt: Employed;
let lena: Employed;
let away: Employed;
beforeAll(async () => {
  lot = await openLot();
  walt = await lot.employ();
  lena = await lot.employ({ role: 'employee' });
  away = await lot.employ({ storeAccess: ['hyundai'] });
});
afterAll(() => lot.stop());

const start = (
  { client }: Employed,
  store: 'ford' | 'hyundai' = 'ford',
  clientId = crypto.randomUUID(),
) => client.call(startWalk, { body: { clientId, store } });
const see = (
  { client }: Employed,
  walkId: number,
  code: string,
  overrides: { place?: string; clientId?: string; seenAt?: string } = {},
) =>
  client.call(recordSighting, {
    params: { walkId },
    body: { clientId: crypto.randomUUID(), code, seenAt: new Date().toISOString(), ...overrides },
  });
const read = async ({ client }: Employed, walkId: number) =>
  (await client.call(getWalk, { params: { walkId } })).body;
const end = ({ client }: Employed, walkId: number) => client.call(endWalk, { params: { walkId } });
const carIn = ({ cars }: WalkPage, id: number) => cars.find(({ vehicleId }) => vehicleId === id);
/** Starts a new walk after ending an open one. */
async function newWalk(): Promise<number> {
  const open = (await walt.client.call(listWalks)).body.open.find(({ store }) => store === 'ford');
  if (open) await end(walt, open.id);
  return (await start(walt)).body.id;
}

describe('a walk', () => {
  test('lists vehicles in natural order of location: A3 before A11', async () => {
    const places = ['A11', 'A3', 'A20'];
    const cars = await Promise.all(places.map((lotLocation) => add(walt, { lotLocation })));
    const { cars: listed } = await read(walt, await newWalk());
    const mine = listed.filter(({ vehicleId }) => cars.some(({ id }) => id === vehicleId));
    expect(mine.map(({ lotLocation }) => lotLocation)).toEqual(['A3', 'A11', 'A20']);
  });

  test('records a vehicle by VIN, its last eight or its number, with its location', async () => {
    const cars = await Promise.all([add(walt), add(walt), add(walt, { lotLocation: 'A 1' })]);
    const [byVin, byEight, byNumber] = cars as [
      (typeof cars)[0],
      (typeof cars)[0],
      (typeof cars)[0],
    ];
    const id = await newWalk();
    const before = await read(walt, id);
    expect(cars.map((car) => carIn(before, car.id)?.sight)).toEqual([null, null, null]);
    const reply = (await see(walt, id, `I${byVin.vin}`, { place: 'B 7' })).body;
    expect(reply).toMatchObject({ finding: 'here', car: { id: byVin.id } });
    await see(walt, id, byEight.vin.slice(-8).toLowerCase());
    await see(walt, id, byNumber.stockNumber);
    const after = await read(walt, id);
    expect([after.seen, before.missing - after.missing]).toEqual([3, 3]);
    expect(carIn(after, byVin.id)).toMatchObject({ lotLocation: 'B 7', sight: { place: 'B 7' } });
    expect((await look(walt, byVin.id)).body).toMatchObject({ lotLocation: 'B 7' });
    expect((await look(walt, byNumber.id)).body).toMatchObject({
      lotLocation: 'A 1',
      version: byNumber.version,
    });
    const history = await walt.client.call(listHistory, { params: { vehicleId: byVin.id } });
    expect(history.body[0]?.data).toMatchObject({ fields: [{ name: 'lotLocation', to: 'B 7' }] });
  });

  test('does not expect vehicles that are checked out, in transit, or gone', async () => {
    const [out, coming, gone] = await Promise.all([
      ...[add(walt), add(walt, { status: 'in_transit' }), add(walt)],
    ]);
    await walt.client.call(checkOut, {
      body: {
        clientId: crypto.randomUUID(),
        vehicleId: out?.id ?? 0,
        kind: 'demo' as const,
        holderName: 'Dana',
        dueAt: new Date(Date.now() + 7_200_000).toISOString(),
        milesOut: 12_000,
        fuelOut: 4,
      },
    });
    await become(walt, gone as never, 'wholesale', 'Auction');
    const page = await read(walt, await newWalk());
    for (const car of [out, coming, gone]) expect(carIn(page, car?.id ?? 0)).toBeUndefined();
  });

  test('lists unexpected vehicles: of another store, no longer in stock, and unknown', async () => {
    const theirs = await add(away, { store: 'hyundai' });
    const gone = await add(walt);
    await become(walt, gone, 'wholesale', 'Auction');
    const id = await newWalk();
    expect((await see(walt, id, theirs.vin)).body).toEqual({
      finding: 'elsewhere',
      store: 'hyundai',
      car: null,
    });
    expect((await see(walt, id, gone.stockNumber)).body).toMatchObject({
      finding: 'gone',
      car: { id: gone.id },
    });
    expect((await see(walt, id, 'ZZ-999')).body.finding).toBe('unknown');
    await see(walt, id, 'zz-999');
    const { strays, stray, seen } = await read(walt, id);
    expect([stray, seen]).toEqual([3, 0]);
    expect(strays.map(({ code, finding, car }) => [code, finding, car?.id])).toEqual([
      ...[
        ['ZZ-999', 'unknown', undefined],
        [gone.stockNumber, 'gone', gone.id],
        [theirs.vin, 'elsewhere', undefined],
      ],
    ]);
  });

  test('is shared by everyone who walks, with live updates', async () => {
    const car = await add(walt);
    const id = await newWalk();
    expect((await start(lena)).body.id).toBe(id);
    const socket = await lena.client.socket();
    await see(walt, id, car.vin);
    await eventually(() =>
      socket.frames.some(({ type, data }) => type === 'lot_walk_changed' && data.id === id),
    );
    expect(carIn(await read(lena, id), car.id)?.sight?.by).toContain('Novak');
    await end(lena, id);
    const both = await Promise.all([start(walt), start(lena)]);
    expect(new Set(both.map(({ body }) => body.id)).size).toBe(1);
  });

  test('counts a repeated sighting once', async () => {
    const car = await add(walt);
    const id = await newWalk();
    const overrides = { clientId: crypto.randomUUID() };
    const responses = await Promise.all([
      see(walt, id, car.vin, overrides),
      see(walt, id, car.vin, overrides),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const rows = await lot.platform.db
      .selectFrom('lot_walk_sightings')
      .select('id')
      .where('walk_id', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('records missing vehicles when it ends, and accepts late sightings made before', async () => {
    const [seen, late, missing] = await Promise.all([add(walt), add(walt), add(walt)]);
    const id = await newWalk();
    await see(walt, id, seen?.vin ?? '');
    const seenAt = new Date().toISOString();
    await end(walt, id);
    expect((await end(walt, id)).status).toBe(409);
    const before = await read(walt, id);
    await add(walt);
    expect((await read(walt, id)).missing).toBe(before.missing);
    expect((await see(walt, id, late?.vin ?? '', { seenAt })).status).toBe(201);
    const after = await read(walt, id);
    expect([after.seen, after.missing]).toEqual([2, before.missing - 1]);
    expect(carIn(after, missing?.id ?? 0)?.sight).toBeNull();
    const ahead = new Date(Date.now() + 60_000).toISOString();
    expect((await see(walt, id, missing?.vin ?? '', { seenAt: ahead })).status).toBe(409);
    const listed = (await walt.client.call(listWalks)).body.ended.find((one) => one.id === id);
    expect(listed).toMatchObject({ seen: 2, missing: after.missing, stray: 0 });
  });

  test('lets mistaken sightings be removed until it has ended', async () => {
    const car = await add(walt);
    const id = await newWalk();
    await see(walt, id, car.vin);
    await see(lena, id, car.stockNumber);
    const sightingId = carIn(await read(walt, id), car.id)?.sight?.id ?? 0;
    const params = { walkId: id, sightingId };
    expect((await walt.client.call(removeSighting, { params })).status).toBe(200);
    expect(carIn(await read(walt, id), car.id)?.sight).toBeNull();
    expect((await walt.client.call(removeSighting, { params })).status).toBe(404);
    await see(walt, id, car.vin);
    const again = carIn(await read(walt, id), car.id)?.sight?.id ?? 0;
    await end(walt, id);
    const late = await walt.client.call(removeSighting, {
      params: { walkId: id, sightingId: again },
    });
    expect(late.status).toBe(409);
  });
});

describe('lot walk permissions', () => {
  test('hide walks from other stores', async () => {
    const car = await add(walt);
    const id = await newWalk();
    expect((await start(away)).status).toBe(400);
    expect((await away.client.call(getWalk, { params: { walkId: id } })).status).toBe(404);
    expect((await see(away, id, car.vin)).status).toBe(404);
    expect((await end(away, id)).status).toBe(404);
    expect((await away.client.call(listWalks)).body.open.map((one) => one.id)).not.toContain(id);
    expect(carIn(await read(walt, id), car.id)?.sight).toBeNull();
  });

  test('let read-only users view but not record', async () => {
    const reader = await lot.employ({ featurePermissions: ['view_data'] });
    const id = await newWalk();
    expect((await read(reader, id)).may.walk).toBe(false);
    expect((await see(reader, id, carOf().vin)).status).toBe(403);
    expect((await start(reader)).status).toBe(403);
    expect((await end(reader, id)).status).toBe(403);
  });
});
