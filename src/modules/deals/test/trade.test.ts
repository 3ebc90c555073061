import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import type { DealPage } from '../contract/deal.ts';
import { takeTrade } from '../contract.ts';
import {
  addCar,
  addCustomer,
  bring,
  events,
  look,
  lookAtCar,
  newVin,
  openStage,
  type Stage,
  save,
  seesCost,
  write,
} from './showroom.ts';

let stage: Stage;
let seller: Employed;
let manager: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openStage();
  seller = await stage.employ();
  manager = await stage.employ(seesCost);
  customer = await addCustomer(seller);
});
afterAll(() => stage.stop());

const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: 820_000 };
const title = (overrides: object = {}) => ({
  ...{ vin: newVin(), year: 2018, make: 'Kia', model: 'Sorento', trim: 'LX', mileage: 71_000 },
  ...overrides,
});
const take = ({ client }: Employed, deal: DealPage, facts: object) =>
  client.call(takeTrade, {
    params: { dealId: deal.id },
    body: { version: deal.version, ...facts } as never,
  });
async function sell(overrides: object = {}) {
  const car = await addCar(stage.porter);
  const deal = await write(manager, customer.id, { vehicleId: car.id, trade, ...overrides });
  return { car, deal: await bring(manager, deal, 'signed', 'delivered') };
}

describe('the trade-in of a deal', () => {
  test('is added to inventory with the stock number of the sold vehicle and its ACV as cost', async () => {
    const { car, deal } = await sell();
    expect(deal).toMatchObject({ tradeVehicleId: null, may: { takeTrade: true } });
    const facts = title();
    const taken = await take(seller, deal, facts);
    expect(taken.status).toBe(200);
    const inStock = await lookAtCar(stage.porter, taken.body.tradeVehicleId ?? 0);
    expect(inStock).toMatchObject({
      ...facts,
      ...{ store: 'ford', status: 'acquired', condition: 'used', acquiredFrom: 'trade' },
      stockNumber: `${car.stockNumber}A`,
      tradedFor: { id: car.id, stockNumber: car.stockNumber },
      money: { costCents: 820_000 },
    });
    expect(JSON.stringify(taken.body)).not.toContain('820000');
    expect((await events(seller, deal.id))[0]?.data).toEqual({
      kind: 'changed',
      fields: [
        { name: 'trade', from: trade.vehicle, to: `${trade.vehicle}, stock ${car.stockNumber}A` },
      ],
    });
    expect((await save(manager, taken.body, { trade: null })).status).toBe(409);
  });

  test('is added once, also on concurrent requests', async () => {
    const { deal } = await sell();
    const facts = title();
    const answers = await Promise.all([1, 2, 3].map(() => take(seller, deal, facts)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.tradeVehicleId)).size).toBe(1);
    expect(answers[0]?.body.may.takeTrade).toBe(false);
  });

  test('gets the next number of the store if the sold vehicle had no stock number of ours', async () => {
    const deal = await write(manager, customer.id, { trade, stockNumber: 'old/77' });
    const delivered = await bring(manager, deal, 'signed', 'delivered');
    const taken = await take(seller, delivered, title());
    const { stockNumber } = await lookAtCar(stage.porter, taken.body.tradeVehicleId ?? 0);
    expect(stockNumber).toMatch(/^FU\d{6}$/);
  });

  test('is not added before delivery, if there is none, or twice with one VIN', async () => {
    const signed = await bring(
      manager,
      await write(seller, customer.id, {
        trade: { vehicle: '2018 Kia Sorento' },
      }),
      'signed',
    );
    expect(signed.may.takeTrade).toBe(false);
    expect((await take(seller, signed, title())).status).toBe(409);
    const without = await sell({ trade: null });
    expect((await take(seller, without.deal, title())).status).toBe(409);
    const { deal } = await sell();
    const { vin } = await addCar(stage.porter);
    const known = await take(seller, deal, title({ vin }));
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
      const { status, body } = await take(seller, deal, title(overrides));
      const fields = Object.keys((body as never as { fields: object }).fields);
      expect([status, fields]).toEqual([400, [field]]);
    }
  });

  test('of a vehicle the group once sold is a new stay, and the first keeps its days and price', async () => {
    const { deal: first, car } = await sell({ trade: null });
    const before = await lookAtCar(stage.porter, car.id);
    const { deal } = await sell();
    const taken = await take(seller, deal, title({ vin: car.vin, mileage: 48_000 }));
    expect(taken.status).toBe(200);
    const back = await lookAtCar(stage.porter, taken.body.tradeVehicleId ?? 0);
    expect(back).toMatchObject({
      ...{ vin: car.vin, status: 'acquired', condition: 'used', mileage: 48_000, daysInStock: 0 },
      ...{ stockNumber: `${deal.stockNumber}A`, listCents: null, money: { packCents: 0 } },
    });
    expect(back.stays.map(({ id }) => id)).toEqual([back.id, car.id]);
    const { status, daysInStock, listCents, mileage, stockNumber } = before;
    expect(await lookAtCar(stage.porter, car.id)).toMatchObject({
      ...{ status, daysInStock, listCents, mileage, stockNumber },
    });
    expect((await look(manager, first.id)).body.vehicleId).toBe(car.id);
  });

  test('requires write access to the deals of the store', async () => {
    const { deal } = await sell();
    const reader = await stage.employ({ featurePermissions: ['view_data'] });
    const elsewhere = await stage.employ({ ...seesCost, storeAccess: ['hyundai'] });
    expect((await take(reader, deal, title())).status).toBe(403);
    expect((await take(elsewhere, deal, title())).status).toBe(404);
    expect((await take(seller, { ...deal, version: deal.version - 1 }, title())).status).toBe(409);
    expect((await take(seller, deal, title())).status).toBe(200);
  });
});
