import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { DealPage } from '../contract/deal.ts';
import { takeTrade } from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  events,
  fetchCar,
  fetchDeal,
  moveThrough,
  newVin,
  openDealStage,
  save,
} from './stage.ts';

let stage: DealStage;
let seller: StageUser;
let manager: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  seller = await stage.addEmployee({ department: 'back_office' });
  manager = await stage.addEmployee(costAccess);
  customer = await addCustomer(seller);
});
afterAll(() => stage.stop());

const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: 820_000 };
const titleBody = (overrides: object = {}) => ({
  vin: newVin(),
  year: 2018,
  make: 'Kia',
  model: 'Sorento',
  trim: 'LX',
  mileage: 71_000,
  ...overrides,
});
const addToInventory = ({ client }: StageUser, deal: DealPage, titleFields: object) =>
  client.call(takeTrade, {
    params: { dealId: deal.id },
    body: { version: deal.version, ...titleFields } as never,
  });
async function sell(overrides: object = {}) {
  const car = await addCar(stage.inventoryManager);
  const deal = await create(manager, customer.id, { vehicleId: car.id, trade, ...overrides });
  return { car, deal: await moveThrough(manager, deal, 'signed', 'delivered') };
}

describe('the trade-in of a deal', () => {
  test('is added to inventory with the stock number of the sold vehicle and its ACV as cost', async () => {
    const { car, deal } = await sell();
    expect(deal).toMatchObject({ tradeVehicleId: null, may: { takeTrade: true } });
    const titleFields = titleBody();
    const added = await addToInventory(seller, deal, titleFields);
    expect(added.status).toBe(200);
    const inStock = await fetchCar(stage.inventoryManager, added.body.tradeVehicleId ?? 0);
    expect(inStock).toMatchObject({
      ...titleFields,
      store: 'ford',
      status: 'acquired',
      condition: 'used',
      acquiredFrom: 'trade',
      stockNumber: `${car.stockNumber}A`,
      tradedFor: { id: car.id, stockNumber: car.stockNumber },
      money: { costCents: 820_000 },
    });
    expect(JSON.stringify(added.body)).not.toContain('820000');
    expect((await events(seller, deal.id))[0]?.data).toEqual({
      kind: 'changed',
      fields: [
        { name: 'trade', from: trade.vehicle, to: `${trade.vehicle}, stock ${car.stockNumber}A` },
      ],
    });
    expect((await save(manager, added.body, { trade: null })).status).toBe(409);
  });

  test('is added once, also on concurrent requests', async () => {
    const { deal } = await sell();
    const titleFields = titleBody();
    const responses = await Promise.all(
      [1, 2, 3].map(() => addToInventory(seller, deal, titleFields)),
    );
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(responses.map(({ body }) => body.tradeVehicleId)).size).toBe(1);
    expect(responses[0]?.body.may.takeTrade).toBe(false);
  });

  test('gets the next number of the store if the sold vehicle had no stock number of ours', async () => {
    const deal = await create(manager, customer.id, { trade, stockNumber: 'old/77' });
    const delivered = await moveThrough(manager, deal, 'signed', 'delivered');
    const added = await addToInventory(seller, delivered, titleBody());
    const { stockNumber } = await fetchCar(stage.inventoryManager, added.body.tradeVehicleId ?? 0);
    expect(stockNumber).toMatch(/^FU\d{6}$/);
  });

  test('is not added before delivery, if there is none, or twice with one VIN', async () => {
    const signed = await moveThrough(
      manager,
      await create(seller, customer.id, {
        trade: { vehicle: '2018 Kia Sorento' },
      }),
      'signed',
    );
    expect(signed.may.takeTrade).toBe(false);
    expect((await addToInventory(seller, signed, titleBody())).status).toBe(409);
    const without = await sell({ trade: null });
    expect((await addToInventory(seller, without.deal, titleBody())).status).toBe(409);
    const { deal } = await sell();
    const { vin } = await addCar(stage.inventoryManager);
    const known = await addToInventory(seller, deal, titleBody({ vin }));
    expect([known.status, known.body]).toMatchObject([
      409,
      { fields: { vin: expect.any(String) } },
    ]);
    for (const [overrides, field] of [
      [{ vin: 'SHORT' }, 'vin'],
      [{ vin: '1FTFW3L50RK300001' }, 'vinReason'],
      [{ year: 1_800 }, 'year'],
      [{ make: ' ' }, 'make'],
      [{ mileage: -1 }, 'mileage'],
    ] as const) {
      const { status, body } = await addToInventory(seller, deal, titleBody(overrides));
      const fields = Object.keys((body as never as { fields: object }).fields);
      expect([status, fields]).toEqual([400, [field]]);
    }
  });

  test('of a vehicle the group once sold is a new stay, and the first keeps its days and price', async () => {
    const { deal: first, car } = await sell({ trade: null });
    const before = await fetchCar(stage.inventoryManager, car.id);
    const { deal } = await sell();
    const added = await addToInventory(seller, deal, titleBody({ vin: car.vin, mileage: 48_000 }));
    expect(added.status).toBe(200);
    const back = await fetchCar(stage.inventoryManager, added.body.tradeVehicleId ?? 0);
    expect(back).toMatchObject({
      vin: car.vin,
      status: 'acquired',
      condition: 'used',
      mileage: 48_000,
      daysInStock: 0,
      stockNumber: `${deal.stockNumber}A`,
      listCents: null,
      money: { packCents: 0 },
    });
    expect(back.stays.map(({ id }) => id)).toEqual([back.id, car.id]);
    const { status, daysInStock, listCents, mileage, stockNumber } = before;
    // What was typed from its papers does not rename what was sold.
    const facts = { year: car.year, make: car.make, model: car.model, trim: car.trim };
    expect(back).toMatchObject(facts);
    expect(await fetchCar(stage.inventoryManager, car.id)).toMatchObject({
      status,
      daysInStock,
      listCents,
      mileage,
      stockNumber,
      ...facts,
      version: before.version,
    });
    expect((await fetchDeal(manager, first.id)).body.vehicleId).toBe(car.id);
  });

  test('requires write access to the deals of the store', async () => {
    const { deal } = await sell();
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    const hyundai = await stage.addEmployee({ ...costAccess, storeAccess: ['hyundai'] });
    expect((await addToInventory(reader, deal, titleBody())).status).toBe(403);
    expect((await addToInventory(hyundai, deal, titleBody())).status).toBe(404);
    expect(
      (await addToInventory(seller, { ...deal, version: deal.version - 1 }, titleBody())).status,
    ).toBe(409);
    expect((await addToInventory(seller, deal, titleBody())).status).toBe(200);
  });
});
