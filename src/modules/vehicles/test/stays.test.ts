import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { findCards } from '../../records/contract.ts';
import { listHistory } from '../contract/history.ts';
import { addVehicle, changeVehicle, findVin, listVehicles, type VehiclePage } from '../contract.ts';
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

/** A new vehicle that was sold and delivered. */
async function addDelivered(overrides: Record<string, unknown> = {}): Promise<VehiclePage> {
  let car = await add(walt, { condition: 'new', acquiredFrom: 'factory', ...overrides });
  for (const status of ['frontline', 'sold', 'delivered'] as const) {
    car = (await changeStatus(walt, car, status)).body;
  }
  return car;
}

describe('a vehicle the group once sold', () => {
  test('comes into stock again as a new stay, and the first keeps what it was', async () => {
    const first = await addDelivered({ stockNumber: 'FN250900', acquiredOn: '2026-01-05' });
    const again = await add(walt, {
      vin: first.vin,
      acquiredOn: '2026-02-01',
      mileage: 31_000,
      listCents: 2_900_000,
      acquiredFrom: 'trade',
      costCents: 2_400_000,
      exterior: 'Agate Black',
    });
    expect(again.id).not.toBe(first.id);
    expect(again.stockNumber).not.toBe(first.stockNumber);
    expect(again).toMatchObject({
      vin: first.vin,
      status: 'acquired',
      condition: 'used',
      mileage: 31_000,
      version: 1,
      stays: [
        { id: again.id, stockNumber: again.stockNumber, status: 'acquired', goneOn: null },
        { id: first.id, stockNumber: 'FN250900', status: 'delivered', acquiredOn: '2026-01-05' },
      ],
    });
    const before = (await fetchVehicle(walt, first.id)).body;
    expect(before).toMatchObject({
      stockNumber: 'FN250900',
      status: 'delivered',
      condition: 'new',
      mileage: 12_000,
      daysInStock: first.daysInStock,
      listCents: 4_250_000,
      inStock: false,
      // One vehicle has one color.
      exterior: 'Agate Black',
    });
    expect(before.stays).toHaveLength(2);
  });

  test('keeps the facts that are left blank when it returns, and increments its version', async () => {
    const facts = { trim: 'Lariat', body: 'SuperCrew', exterior: 'Agate Black', interior: 'Ebony' };
    const first = await addDelivered(facts);
    const again = await add(walt, { vin: first.vin, trim: '', exterior: '', body: 'Crew cab' });
    const known = { ...facts, body: 'Crew cab' };
    expect(again).toMatchObject(known);
    expect((await fetchVehicle(walt, first.id)).body).toMatchObject({
      ...known,
      version: first.version + 1,
    });
  });

  test('has one history, in which each event names its stay', async () => {
    const first = await addDelivered();
    const again = await add(walt, { vin: first.vin });
    const historyOf = async (id: number) =>
      (await walt.client.call(listHistory, { params: { vehicleId: id } })).body.map(
        ({ data, stay }) => [data.kind, stay],
      );
    const earlier = (stay: string | null) => [
      ...[
        ['status', stay],
        ['status', stay],
        ['status', stay],
        ['added', stay],
      ],
    ];
    expect(await historyOf(again.id)).toEqual([['added', null], ...earlier(first.stockNumber)]);
    expect(await historyOf(first.id)).toEqual([['added', again.stockNumber], ...earlier(null)]);
  });

  test('is found twice in the stock list, and once by its VIN', async () => {
    const first = await addDelivered();
    const again = await add(walt, { vin: first.vin });
    const query = { q: first.vin, scope: 'all', sort: 'newest' } as const;
    const { vehicles } = (await walt.client.call(listVehicles, { query })).body;
    expect(vehicles.map(({ id }) => id).toSorted()).toEqual([first.id, again.id].toSorted());
    const references = [`vin:${first.vin}`, `stock:${first.stockNumber}`].map((key) => ({
      kind: 'vehicle' as const,
      key,
    }));
    const { body: found } = await walt.client.call(findCards, { body: { references } });
    expect(found.map(({ key, card }) => [key, card.ref.id]).toSorted()).toEqual(
      [
        [`vin:${first.vin}`, String(again.id)],
        [`stock:${first.stockNumber}`, String(first.id)],
      ].toSorted(),
    );
    const { known } = (await walt.client.call(findVin, { query: { vin: first.vin } })).body;
    expect(known).toMatchObject({ inStock: true, car: { id: again.id } });
  });

  test('shows other stores neither the number nor the history of their stays', async () => {
    const first = await addDelivered();
    const kevin = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const { known } = (await kevin.client.call(findVin, { query: { vin: first.vin } })).body;
    expect(known).toEqual({ store: 'ford', inStock: false, car: null });
    const again = await add(kevin, { vin: first.vin, store: 'hyundai' });
    expect(again.stays.map(({ id }) => id)).toEqual([again.id]);
    const history = await kevin.client.call(listHistory, { params: { vehicleId: again.id } });
    expect(history.body).toHaveLength(1);
    expect((await fetchVehicle(kevin, first.id)).status).toBe(404);
  });

  test('is in stock once, also when it comes back twice at the same moment', async () => {
    const first = await addDelivered();
    const both = await Promise.all(
      [1, 2].map(() => walt.client.call(addVehicle, { body: vehicleBody({ vin: first.vin }) })),
    );
    expect(both.map(({ status }) => status).toSorted()).toEqual([201, 409]);
    const undone = await changeStatus(walt, first, 'sold', 'Delivered by mistake');
    expect(undone).toMatchObject({
      status: 409,
      body: { error: expect.stringMatching(/^This vehicle came back and is in stock as F/) },
    });
    expect((await fetchVehicle(walt, first.id)).body.status).toBe('delivered');
  });

  test('has its facts changed for all stays, and each form open on another notices', async () => {
    const first = await addDelivered();
    const again = await add(walt, { vin: first.vin });
    const change = (id: number, version: number, body: object) =>
      walt.client.call(changeVehicle, { params: { vehicleId: id }, body: { version, ...body } });
    expect((await change(first.id, first.version, { trim: 'Lariat' })).status).toBe(200);
    expect((await fetchVehicle(walt, again.id)).body).toMatchObject({ trim: 'Lariat', version: 2 });
    const late = await change(again.id, 1, { trim: 'XL' });
    expect(late).toMatchObject({ status: 409, body: { error: /Someone else changed/ } });
    const query = { q: `${again.stockNumber} Lariat` } as const;
    expect((await walt.client.call(listVehicles, { query })).body.vehicles).toHaveLength(1);
  });
});

describe('a wrong day of acquisition', () => {
  const correct = async (car: VehiclePage, acquiredOn: string) => {
    const body = { version: car.version, acquiredOn };
    await walt.client.call(changeVehicle, { params: { vehicleId: car.id }, body });
    const { rows } = await sql<{ acquired: string; arrived: string }>`
      select acquired_on::text as acquired, arrived_on::text as arrived from stock_units
      where id = ${car.id}`.execute(stage.platform.db);
    return rows;
  };

  test('is corrected with the day the vehicle arrived', async () => {
    const car = await add(walt, { acquiredOn: '2026-01-05' });
    expect(await correct(car, '2025-12-29')).toEqual([
      { acquired: '2025-12-29', arrived: '2025-12-29' },
    ]);
  });

  test('leaves one that arrived on another day its own', async () => {
    const coming = await add(walt, { acquiredOn: '2026-01-05', status: 'in_transit' });
    const { body: car } = await changeStatus(walt, coming, 'received');
    const today = dateAt(defaultTimezone, Date.now());
    expect(await correct(car, '2025-12-29')).toEqual([{ acquired: '2025-12-29', arrived: today }]);
  });
});

describe('a mistyped VIN', () => {
  const correct = (car: VehiclePage, vin: string) =>
    walt.client.call(changeVehicle, {
      params: { vehicleId: car.id },
      body: { version: car.version, vin },
    });

  test('that is corrected joins the stay to the vehicle it is of', async () => {
    const first = await addDelivered();
    const mistyped = await add(walt, { trim: 'Lariat' });
    const { body: corrected } = await correct(mistyped, first.vin);
    expect(corrected.stays.map(({ id }) => id).toSorted()).toEqual(
      [first.id, mistyped.id].toSorted(),
    );
    expect((await fetchVehicle(walt, first.id)).body).toMatchObject({
      trim: 'Lariat',
      status: 'delivered',
    });
    const query = { vin: mistyped.vin };
    expect((await walt.client.call(findVin, { query })).body.known).toBeNull();
  });

  test('of one stay leaves the other stays of the vehicle theirs', async () => {
    const first = await addDelivered();
    const mistaken = await add(walt, { vin: first.vin });
    const vin = newVin();
    const { body: corrected } = await correct(mistaken, vin);
    expect([corrected.vin, corrected.stays.length]).toEqual([vin, 1]);
    expect((await fetchVehicle(walt, first.id)).body).toMatchObject({ vin: first.vin });
  });
});

test('a departure that is taken back leaves the vehicle where it was', async () => {
  const car = await add(walt);
  const { body: inRecon } = await changeStatus(walt, car, 'recon');
  const { body: gone } = await changeStatus(walt, inRecon, 'wholesale', 'Too far gone');
  expect(gone).toMatchObject({ status: 'wholesale', inStock: false, recon: null });
  const { body: back } = await changeStatus(walt, gone, 'recon', 'The buyer did not pay');
  expect(back).toMatchObject({
    status: 'recon',
    inStock: true,
    acquiredOn: car.acquiredOn,
    recon: { stage: 'intake' },
  });
});
