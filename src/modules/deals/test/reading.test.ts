import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { listCustomers } from '../../customers/contract/finding.ts';
import { addVehicle, listTimeline } from '../../customers/contract/timeline.ts';
import { pageTimeline } from '../../customers/test/stage.ts';
import { findCards } from '../../records/contract.ts';
import type { Deal } from '../contract/deal.ts';
import {
  getChoices,
  listDealEvents,
  listDeals,
  listSellable,
  setDueBillDone,
} from '../contract.ts';
import {
  addCar,
  addCustomer,
  costAccess,
  create,
  type DealStage,
  fetchDeal,
  move,
  moveThrough,
  newVin,
  openDealStage,
  save,
} from './stage.ts';

let stage: DealStage;
let ford: StageUser;
let hyundai: StageUser;
let withoutPage: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openDealStage();
  ford = await stage.addEmployee({ department: 'finance' });
  hyundai = await stage.addEmployee({ ...costAccess, storeAccess: ['hyundai'] });
  withoutPage = await stage.addEmployee({ pagePermissions: [] });
  customer = await addCustomer(ford);
});
afterAll(() => stage.stop());

async function list({ client }: StageUser, query: object = {}): Promise<Deal[]> {
  const { status, body } = await client.call(listDeals, { query });
  expect(status).toBe(200);
  return body;
}
const numbers = async (by: StageUser, query: object) =>
  (await list(by, query)).map(({ number }) => number);

describe('the list', () => {
  test('filters by the month of delivery', async () => {
    const buyer = await addCustomer(ford);
    const days = ['2024-01-31', '2024-02-01', '2024-02-29', '2024-03-01'];
    for (const day of days) {
      const deal = await moveThrough(ford, await create(ford, buyer.id), 'signed', 'delivered');
      const set = { delivered_on: day, number: `M${day.replaceAll('-', '')}` };
      await stage.platform.db.updateTable('deals').set(set).where('id', '=', deal.id).execute();
    }
    await moveThrough(ford, await create(ford, buyer.id), 'signed');
    const inMonth = (deliveredIn: string, more: object = {}) =>
      numbers(ford, { customerId: buyer.id, scope: 'all', deliveredIn, ...more });
    expect((await inMonth('2024-02')).toSorted()).toEqual(['M20240201', 'M20240229']);
    expect(await inMonth('2024-12')).toEqual([]);
    expect(await inMonth('2024-02', { scope: 'open' })).toEqual([]);
    expect(await numbers(hyundai, { scope: 'all', deliveredIn: '2024-02' })).toEqual([]);
    const wrong = await ford.client.raw('GET', '/api/deals?deliveredIn=2024-13');
    expect(wrong.status).toBe(400);
  });
});

describe('a deal is visible only at its store', () => {
  test('in lists, by id, in its history, on its card, in the timeline and in search', async () => {
    const vin = newVin();
    const deal = await create(ford, customer.id, { vin, dueBills: [{ what: 'Mats' }] });
    const [bill] = deal.dueBills;
    const seenBy = async (user: StageUser) => {
      const { client } = user;
      const cards = await client.call(findCards, {
        body: { references: [{ kind: 'deal', key: `number:${deal.number}` }] },
      });
      const lines = await client.call(listTimeline, { params: { customerId: customer.id } });
      const buyers = await client.call(listCustomers, { query: { q: vin } as never });
      const completed = await client.call(setDueBillDone, {
        params: { dealId: deal.id, dueBillId: bill?.id ?? 0 },
        body: { isDone: true },
      });
      return {
        listed: (await client.call(listDeals, { query: { q: deal.number } })).body.length ?? 0,
        alone: (await fetchDeal(user, deal.id)).status,
        history: (await client.call(listDealEvents, { params: { dealId: deal.id } })).status,
        completed: completed.status,
        saved: (await save(user, deal, { note: 'Mine now' })).status,
        moved: (await move(user, deal, 'canceled', { reason: 'Mine now' })).status,
        card: cards.body.length,
        timeline: lines.status === 200 && lines.body.some(({ kind }) => kind === 'deal'),
        buyer: JSON.stringify(buyers.body).includes(customer.name),
      };
    };
    const nothing = { listed: 0, card: 0, timeline: false, buyer: false };
    const absent = { alone: 404, history: 404, completed: 404, saved: 404, moved: 404 };
    expect(await seenBy(hyundai)).toEqual({ ...nothing, ...absent });
    const closed = { alone: 403, history: 403, completed: 403, saved: 403, moved: 403 };
    expect(await seenBy(withoutPage)).toEqual({ ...nothing, ...closed });
    expect(await seenBy(ford)).toEqual({
      listed: 1,
      alone: 200,
      history: 200,
      completed: 200,
      card: 1,
      timeline: true,
      buyer: true,
      // The due bill has increased its version.
      saved: 409,
      moved: 409,
    });
  });

  test('over the socket', async () => {
    const fordSocket = await ford.client.socket();
    const hyundaiSocket = await hyundai.client.socket();
    const deal = await create(ford, customer.id);
    expect(await fordSocket.next('deal_changed')).toEqual({ id: deal.id, store: 'ford' });
    hyundaiSocket.send('ping');
    await hyundaiSocket.next('pong');
    expect(hyundaiSocket.frames.map(({ type }) => type)).not.toContain('deal_changed');
    fordSocket.close();
    hyundaiSocket.close();
  });
});

describe('available vehicles', () => {
  const listSellableFor = async ({ client }: StageUser, query: object) =>
    (await client.call(listSellable, { query: query as never })).body;

  test('are those of the store without a deal, found by stock number, VIN and description', async () => {
    const [available, onDeal] = [
      await addCar(stage.inventoryManager),
      await addCar(stage.inventoryManager),
    ];
    await create(ford, customer.id, { vehicleId: onDeal?.id });
    for (const q of [available?.stockNumber, available?.vin.slice(-8), `f-150 ${available?.vin}`]) {
      expect(await listSellableFor(ford, { store: 'ford', q }), q).toEqual([
        {
          id: available?.id,
          title: '2024 Ford F-150 XLT',
          stockNumber: available?.stockNumber,
          vin: available?.vin,
          condition: 'new',
          where: null,
          listCents: 3_600_000,
        },
      ]);
    }
    // What is on its way can be sold, and says so.
    const presold = await addCar(stage.inventoryManager, { status: 'in_transit' });
    expect(await listSellableFor(ford, { store: 'ford', q: presold.vin })).toMatchObject([
      { id: presold.id, where: 'In transit' },
    ]);
    expect(await listSellableFor(ford, { store: 'ford', q: onDeal?.vin })).toEqual([]);
    expect(await listSellableFor(hyundai, { store: 'ford', q: available?.vin })).toEqual([]);
    expect(await listSellableFor(hyundai, { store: 'hyundai', q: available?.vin })).toEqual([]);
    expect((await withoutPage.client.call(listSellable, { query: { store: 'ford' } })).status).toBe(
      403,
    );
    expect((await listSellableFor(ford, { store: 'ford' })).length).toBeGreaterThan(5);
  });

  test('come with the choices for the stores of the user', async () => {
    const { body } = await ford.client.call(getChoices);
    expect(body).toMatchObject({ stores: ['ford'], may: { write: true, seeCost: false } });
    expect(body.staff.map(({ id }) => id)).toContain(ford.id);
    expect(body.staff.map(({ id }) => id)).not.toContain(hyundai.id);
  });
});

describe('deals are found', () => {
  const numbersOf = async ({ client }: StageUser, q: string) =>
    (await client.call(listDeals, { query: { q, scope: 'all' } })).body.map(({ number }) => number);

  test('by words of the vehicle and the buyer together, the last six of its VIN or its trade’s, and the plate', async () => {
    const buyer = await addCustomer(ford);
    const [vin, tradeVin] = [newVin(), newVin()];
    const deal = await create(ford, buyer.id, {
      vin,
      vehicle: '2023 Ford Mustang Mach-E Premium Grabber Blue',
      trade: {
        vehicle: '2017 Honda Civic',
        vin: tradeVin,
        miles: 88_000,
        allowanceCents: 900_000,
        payoffCents: 0,
      },
    });
    const { status } = await ford.client.call(addVehicle, {
      params: { customerId: buyer.id },
      body: {
        clientId: crypto.randomUUID(),
        description: deal.vehicle,
        vin,
        plate: 'GRB 771',
      } as never,
    });
    expect(status).toBe(201);
    const [, lastName = ''] = buyer.name.split(' ');
    for (const q of [
      'mach-e grabber',
      'grabber blue mache',
      `${lastName} Mustang`,
      vin.slice(-6),
      vin.slice(-8),
      tradeVin,
      tradeVin.slice(-6),
      'grb771',
      'GRB-771',
    ]) {
      expect([q, await numbersOf(ford, q)]).toEqual([q, [deal.number]]);
      expect([q, await numbersOf(hyundai, q)]).toEqual([q, []]);
    }
    for (const q of [`${lastName} Explorer`, 'grabber red', 'GRB-772', vin.slice(0, 8)]) {
      expect([q, await numbersOf(ford, q)]).toEqual([q, []]);
    }
    // The customer list leads there, too.
    for (const q of [vin.slice(-6), tradeVin.slice(-6), 'grabber blue', 'GRB 771']) {
      const found = (await ford.client.call(listCustomers, { query: { search: q } })).body;
      expect([q, found.map(({ id }) => id)]).toEqual([q, [buyer.id]]);
    }
  });

  test('by deal number in any notation, stock number, VIN or its end, vehicle and customer', async () => {
    const known = await addCustomer(ford);
    const vin = newVin();
    const { number } = await create(ford, known.id, {
      vin,
      number: 'K77001',
      stockNumber: 'FN-269901',
      vehicle: '2023 Ford Éscape Active',
    });
    for (const q of [
      ...['K77001', 'Deal K77001', 'deal# k77001', 'FN269901', 'fn-269901', 'stock FN269901'],
      ...[vin, vin.slice(-8), known.name, 'escape act'],
    ]) {
      expect(await numbers(ford, { q }), q).toContain(number);
    }
    for (const q of ['%', '_', 'K7700', "' or 1=1 --", 'Nobody Atall', 'deal']) {
      expect(await numbers(ford, { q }), q).not.toContain(number);
    }
  });

  test('by status, salesperson, vehicle, type and customer', async () => {
    const [other, manager] = [await stage.addEmployee(), await stage.addEmployee(costAccess)];
    const known = await addCustomer(ford);
    const car = await addCar(stage.inventoryManager);
    const deal = await create(ford, known.id, {
      salespersonId: other?.id,
      vehicleId: car.id,
      type: 'lease',
    });
    const own = { customerId: known.id, scope: 'all' };
    for (const query of [
      ...[{ salespersonId: other?.id }, { vehicleId: car.id }, { type: 'lease' }],
      ...[{ condition: 'new' }, { store: 'ford' }, { status: 'open' }],
    ]) {
      expect(await numbers(ford, { ...own, ...query })).toEqual([deal.number]);
    }
    for (const query of [
      ...[{ salespersonId: ford.id }, { vehicleId: 1 }, { type: 'retail' }],
      ...[{ condition: 'used' }, { store: 'hyundai' }, { status: 'signed' }],
    ]) {
      expect(await numbers(ford, { ...own, ...query })).toEqual([]);
    }
    const scopes = async () => {
      const found: string[] = [];
      for (const scope of ['open', 'in_transit', 'done', 'all']) {
        if ((await numbers(ford, { customerId: known.id, scope })).length > 0) found.push(scope);
      }
      return found;
    };
    expect(await scopes()).toEqual(['open', 'all']);
    const signed = await moveThrough(manager as StageUser, deal, 'signed');
    expect(await scopes()).toEqual(['open', 'all']);
    const delivered = await moveThrough(manager as StageUser, signed, 'delivered');
    expect(await scopes()).toEqual(['in_transit', 'all']);
    await moveThrough(manager as StageUser, delivered, 'funded');
    expect(await scopes()).toEqual(['done', 'all']);
  });

  test('page by page, each once', async () => {
    const known = await addCustomer(ford);
    const written: string[] = [];
    for (let n = 0; n < 7; n += 1) written.unshift((await create(ford, known.id)).number);
    const read: string[] = [];
    for (let page: object = {}; ; ) {
      const rows = await list(ford, { customerId: known.id, limit: 3, ...page });
      read.push(...rows.map(({ number }) => number));
      const last = rows.at(-1);
      if (!last || rows.length < 3) break;
      page = { before: last.openedAt, beforeId: last.id };
    }
    expect(read).toEqual(written);
  });

  test.each([
    ...['before=x', 'limit=0', 'limit=201', 'status=lost', 'store=kia', 'scope=mine'],
    ...['salespersonId=0', 'vehicleId=99999999999', 'type=gift', 'q=%00'],
  ])('not by %s', async (query) => {
    const { status, body } = await ford.client.raw('GET', `/api/deals?${query}`);
    expect([status, body.code]).toEqual([400, 'invalid']);
  });
});

test('deals of one moment, as an import makes them, are all in the timeline', async () => {
  const buyer = await addCustomer(ford);
  for (let count = 0; count < 5; count += 1) await create(ford, buyer.id);
  await sql`update deals set opened_at = '2026-01-05T12:00:00Z' where customer_id = ${buyer.id}`.execute(
    stage.platform.db,
  );
  const keys = (await pageTimeline(ford, buyer.id, 2)).filter((key) => key.startsWith('deal:'));
  expect([keys.length, new Set(keys).size]).toEqual([5, 5]);
});
