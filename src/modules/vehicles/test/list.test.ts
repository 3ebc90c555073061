import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { bucketOf } from '../contract/aging.ts';
import { getColumns, setColumns } from '../contract/columns.ts';
import { countVehicles, exportVehicles, listSorts, listVehicles } from '../contract.ts';
import { add, changeStatus, openVehicleStage, type VehicleStage } from './stage.ts';

let stage: VehicleStage;
let walt: StageUser;
/** A Hyundai employee; the store holds only what these tests add. */
let hyundai: StageUser;
const at = (daysAgo: number) =>
  new Date(Date.now() - daysAgo * 86_400_000).toLocaleDateString('en-CA', {
    timeZone: 'America/Los_Angeles',
  });

beforeAll(async () => {
  stage = await openVehicleStage();
  await stage.platform.db.deleteFrom('vehicle_alerts').execute();
  walt = await stage.addEmployee();
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
});
afterAll(() => stage.stop());

type Query = NonNullable<Parameters<typeof list>[1]>;
const list = ({ client }: StageUser, query: Record<string, unknown> = {}) =>
  client.call(listVehicles, { query: query as never });
const numbers = async (viewer: StageUser, query: Query = {}) =>
  (await list(viewer, { limit: 200, ...query })).body.vehicles.map(
    ({ stockNumber }) => stockNumber,
  );

/** All pages, two rows at a time. */
async function pages(viewer: StageUser, query: Query): Promise<string[]> {
  const found: string[] = [];
  let after: string | null = null;
  do {
    const { body } = await list(viewer, { ...query, limit: 2, ...(after && { after }) });
    found.push(...body.vehicles.map(({ stockNumber }) => stockNumber));
    after = body.next;
  } while (after);
  return found;
}

describe('the list', () => {
  const model = 'Zephyr';
  beforeAll(async () => {
    const cars = [
      { stockNumber: 'ZZ001', acquiredOn: at(3), listCents: 900_000 },
      { stockNumber: 'ZZ002', acquiredOn: at(40), listCents: 100_000, costCents: 80_000 },
      { stockNumber: 'ZZ003', acquiredOn: at(40), listCents: null, costCents: 700_000 },
      { stockNumber: 'ZZ004', acquiredOn: at(55), listCents: 500_000, exterior: 'Café' },
      { stockNumber: 'ZZ005', acquiredOn: at(70), listCents: 500_000 },
      { stockNumber: 'ZZ006', acquiredOn: at(200), listCents: 300_000, condition: 'cpo' },
    ];
    for (const car of cars) await add(walt, { make: 'Mercury', model: model, ...car });
  });
  const all = ['ZZ001', 'ZZ002', 'ZZ003', 'ZZ004', 'ZZ005', 'ZZ006'];

  test.each(listSorts)(
    'sorted by %s is complete and without duplicates across pages',
    async (sort) => {
      const paged = await pages(walt, { q: model, sort });
      expect(paged.toSorted()).toEqual(all);
      expect(paged).toEqual(await numbers(walt, { q: model, sort }));
    },
  );

  test('is sorted as requested', async () => {
    const by = (sort: string) => numbers(walt, { q: model, sort });
    expect(await by('oldest')).toEqual(['ZZ006', 'ZZ005', 'ZZ004', 'ZZ002', 'ZZ003', 'ZZ001']);
    expect(await by('-price')).toEqual(['ZZ001', 'ZZ005', 'ZZ004', 'ZZ006', 'ZZ002', 'ZZ003']);
    expect(await by('-cost')).toEqual(['ZZ003', 'ZZ002', 'ZZ006', 'ZZ005', 'ZZ004', 'ZZ001']);
    expect(await by('stock')).toEqual(all);
  });

  test.each<[Query, string[]]>([
    [{ aging: '31-45' }, ['ZZ002', 'ZZ003']],
    [{ aging: '0-30' }, ['ZZ001']],
    [{ aging: '90+' }, ['ZZ006']],
    [{ condition: 'cpo' }, ['ZZ006']],
    [{ priceFrom: 300_000, priceTo: 500_000 }, ['ZZ006', 'ZZ005', 'ZZ004']],
    [{ costFrom: 100_000 }, ['ZZ003']],
    [{ make: 'mercury', status: 'acquired', q: 'zz-00 zephyr cafe' }, []],
    [{ q: 'zephyr cafe' }, ['ZZ004']],
    [{ q: 'ZZ00% zephyr' }, []],
    [{ scope: 'gone' }, []],
    [{ store: 'hyundai' }, []],
  ])('is filtered by %j', async (query, expected) => {
    expect(await numbers(walt, { q: model, ...query })).toEqual(expected);
  });

  test('counts each age bucket regardless of the chosen one', async () => {
    const count = async (query: Query) =>
      (await walt.client.call(countVehicles, { query: { q: model, ...query } as never })).body;
    const { total, aging, makes, may, stores } = await count({ aging: '31-45' });
    expect([total, aging.map((one) => one.count)]).toEqual([2, [1, 2, 1, 1, 1]]);
    expect((await count({})).total).toBe(6);
    expect([makes.includes('Mercury'), stores]).toEqual([true, ['ford']]);
    expect(may).toEqual({ add: true, seeMoney: true });
  });

  test('finds a vehicle by part of its VIN, and one no longer in stock only if requested', async () => {
    let car = await add(walt, { condition: 'new', model: 'Gonewind' });
    expect(await numbers(walt, { q: car.vin.slice(-6) })).toEqual([car.stockNumber]);
    for (const status of ['sold', 'delivered'] as const)
      car = (await changeStatus(walt, car, status)).body;
    expect(await numbers(walt, { q: 'gonewind' })).toEqual([]);
    expect(await numbers(walt, { q: 'gonewind', scope: 'gone' })).toEqual([car.stockNumber]);
    expect(await numbers(walt, { q: 'gonewind', status: 'delivered' })).toEqual([car.stockNumber]);
    expect(await numbers(walt, { q: 'gonewind', scope: 'all' })).toEqual([car.stockNumber]);
  });

  test.each([
    { after: 'nonsense' },
    { after: Buffer.from('["price",1,1]').toString('base64url') },
    { after: Buffer.from('["oldest","2026-99-99",1]').toString('base64url') },
    { after: Buffer.from('["oldest","2026-01-01",1e99]').toString('base64url') },
    { after: Buffer.from('{}').toString('base64url') },
    { limit: 0 },
    { sort: 'cost' },
    { aging: '12' },
    { priceFrom: 'much' },
    { store: 'kia' },
  ])('refuses %j', async (query) => {
    expect((await list(walt, query)).status).toBe(400);
  });
});

describe('vehicle cost', () => {
  const money = { costCents: 3_900_000, packCents: 50_000 };
  const floorplan = { lender: 'Larkfield Bank', flooredOn: at(10), rateBps: 730 };

  test('is visible with financial reports, with gross and interest', async () => {
    const car = await add(walt, { ...money, floorplan, listCents: 4_200_000 });
    expect(car.money).toEqual({
      ...money,
      reconCents: 0,
      grossCents: 250_000,
      // $39,000 at 7.3 % of 360 days is $7.91 a day.
      floorplan: {
        ...floorplan,
        principalCents: 3_900_000,
        yearDays: 360,
        freeDays: 0,
        paidOn: null,
        balanceCents: 3_900_000,
        dailyCents: 791,
        carryCents: 7_908,
      },
    });
  });

  test('is in no list, page, file or sort order for anyone else, and cannot be set', async () => {
    const withoutReports = await stage.addEmployee({
      featurePermissions: ['view_data', 'create_records'],
    });
    const car = await add(walt, { ...money, model: 'Secretive' });
    const { body } = await list(withoutReports, { q: 'secretive' });
    expect(body.vehicles.map((one) => [one.id, 'money' in one])).toEqual([[car.id, false]]);
    for (const query of [{ sort: '-cost' }, { costFrom: 1 }, { costTo: 1 }, { payoff: 'due' }]) {
      expect((await list(withoutReports, query)).status).toBe(403);
      const { status } = await withoutReports.client.call(countVehicles, { query: query as never });
      expect(status).toBe('sort' in query ? 200 : 403);
      const file = await withoutReports.client.call(exportVehicles, { body: query as never });
      expect(file.status).toBe(403);
    }
    const file = async (viewer: StageUser) =>
      String((await viewer.client.call(exportVehicles, { body: { q: 'secretive' } })).body);
    expect(await file(withoutReports)).toContain(car.vin);
    expect(await file(withoutReports)).not.toMatch(/cost|39000/);
    expect(await file(walt)).toMatch(/cost[\s\S]*39000\.00/);
    await expect(add(withoutReports, money)).rejects.toThrow('403');
  });
});

describe('a store', () => {
  test('is visible to its employees only, in list, counts and file', async () => {
    const car = await add(hyundai, { store: 'hyundai', make: 'Hyundai', model: 'Elsewhere' });
    const file = async (viewer: StageUser) =>
      String((await viewer.client.call(exportVehicles, { body: { q: 'elsewhere' } })).body);
    const count = async (viewer: StageUser) =>
      (await viewer.client.call(countVehicles, { query: { q: 'elsewhere' } })).body.total;
    const group = await stage.addEmployee({ storeAccess: ['all'] });
    for (const viewer of [hyundai, group]) {
      expect(await numbers(viewer, { q: 'elsewhere' })).toEqual([car.stockNumber]);
      expect([await count(viewer), (await file(viewer)).includes(car.vin)]).toEqual([1, true]);
    }
    const noStore = await stage.addEmployee({ storeAccess: [] });
    for (const viewer of [walt, noStore]) {
      expect(await numbers(viewer, { q: 'elsewhere' })).toEqual([]);
      expect(await numbers(viewer, { q: 'elsewhere', store: 'hyundai' })).toEqual([]);
      expect([await count(viewer), (await file(viewer)).includes(car.vin)]).toEqual([0, false]);
    }
  });

  test('logs who exported the list', async () => {
    await walt.client.call(exportVehicles, { body: { q: 'zephyr' } });
    const row = await stage.platform.db
      .selectFrom('activity_log')
      .select('after')
      .where('action', '=', 'vehicles.exported')
      .where('actor_id', '=', walt.id)
      .orderBy('id', 'desc')
      .executeTakeFirst();
    expect(row?.after).toMatchObject({ q: 'zephyr', cars: 6 });
  });
});

test('columns are saved per user, for all devices', async () => {
  const chosen = async (viewer: StageUser) => (await viewer.client.call(getColumns)).body.columns;
  expect(await chosen(walt)).toBeNull();
  await walt.client.call(setColumns, { body: { columns: ['price', 'days', 'price'] } });
  expect([await chosen(walt), await chosen(hyundai)]).toEqual([['price', 'days'], null]);
  const wrong = await walt.client.call(setColumns, { body: { columns: ['wheels' as never] } });
  expect(wrong.status).toBe(400);
});

test('every age is in exactly one bucket', () => {
  expect([0, 30, 31, 45, 46, 60, 61, 90, 91, 4000].map(bucketOf)).toEqual([
    ...['0-30', '0-30', '31-45', '31-45', '46-60'],
    ...['46-60', '61-90', '61-90', '90+', '90+'],
  ]);
});
