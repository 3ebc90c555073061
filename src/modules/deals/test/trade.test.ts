import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import type { DealPage } from '../contract/deal.ts';
import { takeTrade } from '../contract.ts';
import {
  addCar,
  addCustomer,
  bring,
  events,
  lookAtCar,
  newVin,
  openShowroom,
  type Showroom,
  save,
  seesCost,
  write,
} from './showroom.ts';

let room: Showroom;
let seller: Employed;
let manager: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  room = await openShowroom();
  seller = await room.employ();
  manager = await room.employ(seesCost);
  customer = await addCustomer(seller);
});
afterAll(() => room.stop());

const trade = { vehicle: '2018 Kia Sorento', allowanceCents: 900_000, acvCents: 820_000 };
const paper = (given: object = {}) => ({
  ...{ vin: newVin(), year: 2018, make: 'Kia', model: 'Sorento', trim: 'LX', mileage: 71_000 },
  ...given,
});
const take = ({ client }: Employed, deal: DealPage, given: object) =>
  client.call(takeTrade, {
    params: { dealId: deal.id },
    body: { version: deal.version, ...given } as never,
  });
async function sell(given: object = {}) {
  const car = await addCar(room.porter);
  const deal = await write(manager, customer.id, { vehicleId: car.id, trade, ...given });
  return { car, deal: await bring(manager, deal, 'signed', 'delivered') };
}

describe('the trade of a deal', () => {
  test('comes into stock with the number of the car it was traded for, at what it is worth', async () => {
    const { car, deal } = await sell();
    expect(deal).toMatchObject({ tradeVehicleId: null, may: { takeTrade: true } });
    const said = paper();
    const taken = await take(seller, deal, said);
    expect(taken.status).toBe(200);
    const inStock = await lookAtCar(room.porter, taken.body.tradeVehicleId ?? 0);
    expect(inStock).toMatchObject({
      ...said,
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

  test('is taken once, also when asked twice at once', async () => {
    const { deal } = await sell();
    const said = paper();
    const answers = await Promise.all([1, 2, 3].map(() => take(seller, deal, said)));
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(answers.map(({ body }) => body.tradeVehicleId)).size).toBe(1);
    expect(answers[0]?.body.may.takeTrade).toBe(false);
  });

  test('takes the next number of the store where the sold car had none of this house', async () => {
    const deal = await write(manager, customer.id, { trade, stockNumber: 'old/77' });
    const delivered = await bring(manager, deal, 'signed', 'delivered');
    const taken = await take(seller, delivered, paper());
    const { stockNumber } = await lookAtCar(room.porter, taken.body.tradeVehicleId ?? 0);
    expect(stockNumber).toMatch(/^FU\d{6}$/);
  });

  test('is not taken before the delivery, where there is none, or twice under one VIN', async () => {
    const signed = await bring(
      manager,
      await write(seller, customer.id, {
        trade: { vehicle: '2018 Kia Sorento' },
      }),
      'signed',
    );
    expect(signed.may.takeTrade).toBe(false);
    expect((await take(seller, signed, paper())).status).toBe(409);
    const without = await sell({ trade: null });
    expect((await take(seller, without.deal, paper())).status).toBe(409);
    const { deal } = await sell();
    const known = await take(seller, deal, paper({ vin: without.car.vin }));
    expect([known.status, known.body]).toMatchObject([
      409,
      { fields: { vin: expect.any(String) } },
    ]);
    for (const [given, field] of [
      [{ vin: 'SHORT' }, 'vin'],
      [{ vin: '1FTFW3L50RK300001' }, 'vinReason'],
      [{ year: 1_800 }, 'year'],
      [{ make: ' ' }, 'make'],
      [{ mileage: -1 }, 'mileage'],
    ] as const) {
      const { status, body } = await take(seller, deal, paper(given));
      const fields = Object.keys((body as never as { fields: object }).fields);
      expect([status, fields]).toEqual([400, [field]]);
    }
  });

  test('is for who may write deals of the store', async () => {
    const { deal } = await sell();
    const reader = await room.employ({ featurePermissions: ['view_data'] });
    const elsewhere = await room.employ({ ...seesCost, storeAccess: ['hyundai'] });
    expect((await take(reader, deal, paper())).status).toBe(403);
    expect((await take(elsewhere, deal, paper())).status).toBe(404);
    expect((await take(seller, { ...deal, version: deal.version - 1 }, paper())).status).toBe(409);
    expect((await take(seller, deal, paper())).status).toBe(200);
  });
});
