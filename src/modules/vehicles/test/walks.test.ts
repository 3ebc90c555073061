import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../../test/support/eventually.ts';
import type { StageUser } from '../../admin/test/stage.ts';
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
import {
  add,
  changeStatus,
  fetchVehicle,
  openVehicleStage,
  type VehicleStage,
  vehicleBody,
} from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
let lena: StageUser;
let hyundai: StageUser;
beforeAll(async () => {
  stage = await openVehicleStage();
  walt = await stage.addEmployee();
  lena = await stage.addEmployee({ role: 'employee' });
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

const start = (
  { client }: StageUser,
  store: 'ford' | 'hyundai' = 'ford',
  clientId = crypto.randomUUID(),
) => client.call(startWalk, { body: { clientId, store } });
const recordCode = (
  { client }: StageUser,
  walkId: number,
  code: string,
  overrides: { place?: string; clientId?: string; seenAt?: string } = {},
) =>
  client.call(recordSighting, {
    params: { walkId },
    body: { clientId: crypto.randomUUID(), code, seenAt: new Date().toISOString(), ...overrides },
  });
const read = async ({ client }: StageUser, walkId: number) =>
  (await client.call(getWalk, { params: { walkId } })).body;
const end = ({ client }: StageUser, walkId: number) => client.call(endWalk, { params: { walkId } });
const carIn = ({ cars }: WalkPage, id: number) => cars.find(({ vehicleId }) => vehicleId === id);
/** Starts a new walk after ending an open one. */
async function startNewWalk(): Promise<number> {
  const open = (await walt.client.call(listWalks)).body.open.find(({ store }) => store === 'ford');
  if (open) await end(walt, open.id);
  return (await start(walt)).body.id;
}

describe('a walk', () => {
  test('lists vehicles in natural order of location: A3 before A11', async () => {
    const places = ['A11', 'A3', 'A20'];
    const cars = await Promise.all(places.map((lotLocation) => add(walt, { lotLocation })));
    const { cars: listed } = await read(walt, await startNewWalk());
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
    const id = await startNewWalk();
    const before = await read(walt, id);
    expect(cars.map((car) => carIn(before, car.id)?.sight)).toEqual([null, null, null]);
    const reply = (await recordCode(walt, id, `I${byVin.vin}`, { place: 'B 7' })).body;
    expect(reply).toMatchObject({ finding: 'here', car: { id: byVin.id } });
    await recordCode(walt, id, byEight.vin.slice(-8).toLowerCase());
    await recordCode(walt, id, byNumber.stockNumber);
    const after = await read(walt, id);
    expect([after.seen, before.missing - after.missing]).toEqual([3, 3]);
    expect(carIn(after, byVin.id)).toMatchObject({ lotLocation: 'B 7', sight: { place: 'B 7' } });
    expect((await fetchVehicle(walt, byVin.id)).body).toMatchObject({ lotLocation: 'B 7' });
    expect((await fetchVehicle(walt, byNumber.id)).body).toMatchObject({
      lotLocation: 'A 1',
      version: byNumber.version,
    });
    const history = await walt.client.call(listHistory, { params: { vehicleId: byVin.id } });
    expect(history.body[0]?.data).toMatchObject({ fields: [{ name: 'lotLocation', to: 'B 7' }] });
  });

  test('does not expect vehicles that are checked out, in transit, or no longer in stock', async () => {
    const [out, inTransit, gone] = await Promise.all([
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
    await changeStatus(walt, gone as never, 'wholesale', 'Auction');
    const page = await read(walt, await startNewWalk());
    for (const car of [out, inTransit, gone]) expect(carIn(page, car?.id ?? 0)).toBeUndefined();
  });

  test('lists unexpected vehicles: of another store, no longer in stock, and unknown', async () => {
    const hyundaiCar = await add(hyundai, { store: 'hyundai' });
    const gone = await add(walt);
    await changeStatus(walt, gone, 'wholesale', 'Auction');
    const id = await startNewWalk();
    expect((await recordCode(walt, id, hyundaiCar.vin)).body).toEqual({
      finding: 'elsewhere',
      store: 'hyundai',
      car: null,
    });
    expect((await recordCode(walt, id, gone.stockNumber)).body).toMatchObject({
      finding: 'gone',
      car: { id: gone.id },
    });
    expect((await recordCode(walt, id, 'ZZ-999')).body.finding).toBe('unknown');
    await recordCode(walt, id, 'zz-999');
    const { strays, stray, seen } = await read(walt, id);
    expect([stray, seen]).toEqual([3, 0]);
    expect(strays.map(({ code, finding, car }) => [code, finding, car?.id])).toEqual([
      ...[
        ['ZZ-999', 'unknown', undefined],
        [gone.stockNumber, 'gone', gone.id],
        [hyundaiCar.vin, 'elsewhere', undefined],
      ],
    ]);
  });

  test('records one that came back at another store as there, not as gone', async () => {
    const gone = await add(walt);
    await changeStatus(walt, gone, 'wholesale', 'Auction');
    await add(hyundai, { store: 'hyundai', vin: gone.vin });
    const id = await startNewWalk();
    for (const code of [gone.vin, gone.vin.slice(-8)]) {
      expect((await recordCode(walt, id, code)).body).toEqual({
        finding: 'elsewhere',
        store: 'hyundai',
        car: null,
      });
    }
    expect((await read(walt, id)).strays).toHaveLength(1);
  });

  test('is shared by everyone who walks, with live updates', async () => {
    const car = await add(walt);
    const id = await startNewWalk();
    expect((await start(lena)).body.id).toBe(id);
    const socket = await lena.client.socket();
    await recordCode(walt, id, car.vin);
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
    const id = await startNewWalk();
    const overrides = { clientId: crypto.randomUUID() };
    const responses = await Promise.all([
      recordCode(walt, id, car.vin, overrides),
      recordCode(walt, id, car.vin, overrides),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([201, 201]);
    const rows = await stage.platform.db
      .selectFrom('lot_walk_sightings')
      .select('id')
      .where('walk_id', '=', id)
      .execute();
    expect(rows).toHaveLength(1);
  });

  test('records missing vehicles when it ends, and accepts late sightings made before', async () => {
    const [seen, late, missing] = await Promise.all([add(walt), add(walt), add(walt)]);
    const id = await startNewWalk();
    await recordCode(walt, id, seen?.vin ?? '');
    const seenAt = new Date().toISOString();
    await end(walt, id);
    expect((await end(walt, id)).status).toBe(409);
    const before = await read(walt, id);
    await add(walt);
    expect((await read(walt, id)).missing).toBe(before.missing);
    expect((await recordCode(walt, id, late?.vin ?? '', { seenAt })).status).toBe(201);
    const after = await read(walt, id);
    expect([after.seen, after.missing]).toEqual([2, before.missing - 1]);
    expect(carIn(after, missing?.id ?? 0)?.sight).toBeNull();
    const ahead = new Date(Date.now() + 60_000).toISOString();
    expect((await recordCode(walt, id, missing?.vin ?? '', { seenAt: ahead })).status).toBe(409);
    const listed = (await walt.client.call(listWalks)).body.ended.find((one) => one.id === id);
    expect(listed).toMatchObject({ seen: 2, missing: after.missing, stray: 0 });
  });

  test('lets mistaken sightings be removed until it has ended', async () => {
    const car = await add(walt);
    const id = await startNewWalk();
    await recordCode(walt, id, car.vin);
    await recordCode(lena, id, car.stockNumber);
    const sightingId = carIn(await read(walt, id), car.id)?.sight?.id ?? 0;
    const params = { walkId: id, sightingId };
    expect((await walt.client.call(removeSighting, { params })).status).toBe(200);
    expect(carIn(await read(walt, id), car.id)?.sight).toBeNull();
    expect((await walt.client.call(removeSighting, { params })).status).toBe(404);
    await recordCode(walt, id, car.vin);
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
    const id = await startNewWalk();
    expect((await start(hyundai)).status).toBe(400);
    expect((await hyundai.client.call(getWalk, { params: { walkId: id } })).status).toBe(404);
    expect((await recordCode(hyundai, id, car.vin)).status).toBe(404);
    expect((await end(hyundai, id)).status).toBe(404);
    expect((await hyundai.client.call(listWalks)).body.open.map((one) => one.id)).not.toContain(id);
    expect(carIn(await read(walt, id), car.id)?.sight).toBeNull();
  });

  test('let read-only users view but not record', async () => {
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    const id = await startNewWalk();
    expect((await read(reader, id)).may.walk).toBe(false);
    expect((await recordCode(reader, id, vehicleBody().vin)).status).toBe(403);
    expect((await start(reader)).status).toBe(403);
    expect((await end(reader, id)).status).toBe(403);
  });
});
