import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { addVehicle, listTimeline } from '../../customers/contract/timeline.ts';
import { pageTimeline } from '../../customers/test/stage.ts';
import { findCards } from '../../records/contract.ts';
import type { Order } from '../contract/order.ts';
import { listOrderEvents, listOrders } from '../contract.ts';
import {
  addCustomer,
  fetchOrder,
  move,
  open,
  openRepairOrderStage,
  type RepairOrderStage,
  save,
} from './stage.ts';

let stage: RepairOrderStage;
let ford: StageUser;
let hyundai: StageUser;
let withoutPage: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openRepairOrderStage();
  ford = await stage.addEmployee();
  hyundai = await stage.addEmployee({ storeAccess: ['hyundai'], role: 'manager' });
  withoutPage = await stage.addEmployee({ pagePermissions: [] });
  customer = await addCustomer(ford);
});
afterAll(() => stage.stop());

async function list({ client }: StageUser, query: object = {}): Promise<Order[]> {
  const { status, body } = await client.call(listOrders, { query });
  expect(status).toBe(200);
  return body;
}
const numbers = async (by: StageUser, query: object) =>
  (await list(by, query)).map(({ number }) => number);

describe('an order is hidden from other stores', () => {
  test('in lists, its record, its history, its card and the timeline', async () => {
    const order = await open(ford, customer.id, { vin: '1FTFW3L51RK910594' });
    const seenBy = async (viewer: StageUser) => {
      const { client } = viewer;
      const cards = await client.call(findCards, {
        body: { references: [{ kind: 'repair_order', key: `number:${order.number}` }] },
      });
      const lines = await client.call(listTimeline, { params: { customerId: customer.id } });
      return {
        listed: (await client.call(listOrders, { query: { q: order.number } })).body.length ?? 0,
        alone: (await fetchOrder(viewer, order.id)).status,
        history: (await client.call(listOrderEvents, { params: { orderId: order.id } })).status,
        saved: (await save(viewer, order, { note: 'Mine now' })).status,
        moved: (await move(viewer, order, 'void', 'Mine now')).status,
        card: cards.body.length,
        timeline: lines.status === 200 && lines.body.some(({ kind }) => kind === 'repair_order'),
      };
    };
    const hidden = { listed: 0, alone: 404, history: 404, saved: 404, moved: 404, card: 0 };
    expect(await seenBy(hyundai)).toEqual({ ...hidden, timeline: false });
    const forbidden = { alone: 403, history: 403, saved: 403, moved: 403, timeline: false };
    expect(await seenBy(withoutPage)).toEqual({ ...hidden, ...forbidden });
    expect(await seenBy(ford)).toEqual({
      listed: 1,
      alone: 200,
      history: 200,
      saved: 200,
      card: 1,
      timeline: true,
      // Voiding takes a manager, and the save has raised the version.
      moved: 409,
    });
  });

  test('in live updates', async () => {
    const fordSocket = await ford.client.socket();
    const hyundaiSocket = await hyundai.client.socket();
    const order = await open(ford, customer.id);
    expect(await fordSocket.next('repair_order_changed')).toEqual({ id: order.id, store: 'ford' });
    hyundaiSocket.send('ping');
    await hyundaiSocket.next('pong');
    expect(hyundaiSocket.frames.map(({ type }) => type)).not.toContain('repair_order_changed');
    fordSocket.close();
    hyundaiSocket.close();
  });
});

describe('orders are found', () => {
  test('by number in any spelling, by VIN, its last 8, and the customer’s name', async () => {
    const known = await addCustomer(ford);
    const vin = '1FMEE7BH6SL996756';
    const { number } = await open(ford, known.id, { vin, number: 'K77001' });
    for (const q of [
      'K77001',
      'RO K77001',
      'ro# k77001',
      vin,
      vin.slice(-8),
      known.name,
      'wrenf',
    ]) {
      expect(await numbers(ford, { q }), q).toContain(number);
    }
    for (const q of ['%', '_', 'K7700', "' or 1=1 --", 'Nobody Atall']) {
      expect(await numbers(ford, { q }), q).not.toContain(number);
    }
  });

  test('by words of the vehicle, the last six of a VIN, the customer’s phone, and both together', async () => {
    const lastName = 'Vanterpool';
    const known = await addCustomer(ford, 'ford', lastName, [{ number: '(785) 555-3141' }]);
    const other = await addCustomer(ford, 'ford', 'Ostrowski');
    const vin = '1FTFW1E86MFA20317';
    const vehicle = '2021 Ford F-150 Lariat Velocity Blue';
    const { number } = await open(ford, known.id, { vin, vehicle });
    const theirs = await open(ford, other.id, { vin: '1FTFW1E86MFB99118', vehicle });
    for (const q of [
      'lariat velocity',
      'F-150 blue',
      'f150 2021',
      vin.slice(-6),
      vin.slice(-8).toLowerCase(),
      '785-555-3141',
      '5553141',
      'Vanterpool F-150',
      'f150, vanterpool',
    ]) {
      expect([q, await numbers(ford, { q })]).toEqual([q, expect.arrayContaining([number])]);
    }
    for (const q of ['Vanterpool F-250', 'lariat velocity red', vin.slice(-5), '785-555-3142']) {
      expect([q, await numbers(ford, { q })]).toEqual([q, []]);
    }
    expect(await numbers(ford, { q: 'Vanterpool F-150' })).toEqual([number]);
    expect(await numbers(ford, { q: 'lariat velocity' })).toContain(theirs.number);
    // Its words lead to no order of another store.
    expect(await numbers(hyundai, { q: 'lariat velocity' })).toEqual([]);
    expect(await numbers(hyundai, { q: vin.slice(-6) })).toEqual([]);
  });

  test('by the plate of a vehicle in the customer’s garage', async () => {
    const known = await addCustomer(ford);
    const vin = '1FMCU9J9XMUA40826';
    const { number } = await open(ford, known.id, { vin, vehicle: '2021 Ford Escape' });
    const sedan = await open(ford, known.id, { vin: null, vehicle: '2014 Ford Fusion' });
    const hatchback = await open(ford, known.id, { vin: null, vehicle: '2016 Ford Focus' });
    for (const body of [
      { vin, description: '2021 Ford Escape', plate: 'KS-4187', plateState: 'KS' },
      { description: '2014 Ford Fusion', plate: '552 XQV', plateState: 'KS' },
    ]) {
      const clientId = crypto.randomUUID();
      const params = { customerId: known.id };
      const added = await ford.client.call(addVehicle, {
        params,
        body: { clientId, ...body } as never,
      });
      expect(added.status).toBe(201);
    }
    expect(await numbers(ford, { q: 'ks4187' })).toEqual([number]);
    expect(await numbers(ford, { q: '552-XQV' })).toEqual([sedan.number]);
    expect(await numbers(ford, { q: '552-XQV' })).not.toContain(hatchback.number);
    expect(await numbers(hyundai, { q: 'ks4187' })).toEqual([]);
  });

  test('by status, by advisor and by customer', async () => {
    const other = await stage.addEmployee();
    const known = await addCustomer(ford);
    const order = await open(ford, known.id, { advisorId: other.id });
    expect(await numbers(ford, { advisorId: other.id })).toEqual([order.number]);
    expect(await numbers(ford, { customerId: known.id })).toEqual([order.number]);
    const started = (await move(ford, order, 'in_work')).body;
    expect(await numbers(ford, { advisorId: other.id, status: 'in_work' })).toHaveLength(1);
    const completed = (await move(ford, started, 'completed')).body;
    await move(ford, completed, 'closed');
    expect(await numbers(ford, { advisorId: other.id })).toEqual([]);
    expect(await numbers(ford, { advisorId: other.id, scope: 'done' })).toHaveLength(1);
    expect(await numbers(ford, { advisorId: other.id, scope: 'all' })).toHaveLength(1);
  });

  test('page by page, each exactly once', async () => {
    const known = await addCustomer(ford);
    const opened: string[] = [];
    for (let n = 0; n < 7; n += 1) opened.unshift((await open(ford, known.id)).number);
    const read: string[] = [];
    for (let page: object = {}; ; ) {
      const rows = await list(ford, { customerId: known.id, limit: 3, ...page });
      read.push(...rows.map(({ number }) => number));
      const last = rows.at(-1);
      if (!last || rows.length < 3) break;
      page = { before: last.openedAt, beforeId: last.id };
    }
    expect(read).toEqual(opened);
  });

  test.each(['before=x', 'limit=0', 'limit=201', 'status=lost', 'store=kia', 'advisorId=0'])(
    'not by %s',
    async (query) => {
      const { status, body } = await ford.client.raw('GET', `/api/repair-orders?${query}`);
      expect([status, body.code]).toEqual([400, 'invalid']);
    },
  );
});

test('orders of one moment, as an import makes them, are all in the timeline', async () => {
  const buyer = await addCustomer(ford);
  for (let count = 0; count < 5; count += 1) await open(ford, buyer.id);
  await sql`update repair_orders set opened_at = '2026-01-05T12:00:00Z' where customer_id = ${buyer.id}`.execute(
    stage.platform.db,
  );
  const keys = (await pageTimeline(ford, buyer.id, 2)).filter((key) =>
    key.startsWith('repair_order:'),
  );
  expect([keys.length, new Set(keys).size]).toEqual([5, 5]);
});
