import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import type { OrderPage, Work } from '../contract/order.ts';
import {
  countMyWork,
  getOrder,
  listMyWork,
  listOrderEvents,
  listOrders,
  saveMyLine,
} from '../contract.ts';
import {
  addCustomer,
  fetchOrder,
  lineOf,
  move,
  open,
  openRepairOrderStage,
  type RepairOrderStage,
  save,
} from './stage.ts';

let stage: RepairOrderStage;
let advisor: StageUser;
let manager: StageUser;
let technician: StageUser;
let other: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openRepairOrderStage();
  advisor = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  technician = await stage.addEmployee({ pagePermissions: [] });
  other = await stage.addEmployee({ pagePermissions: [] });
  customer = await addCustomer(advisor);
});
afterAll(() => stage.stop());

const dispatch = () =>
  open(advisor, customer.id, {
    lines: [
      lineOf({ complaint: 'Brakes squeal', technicianId: technician.id }),
      lineOf({ complaint: 'Oil change due', technicianId: other.id }),
      lineOf({ complaint: 'Check engine light on' }),
    ],
  });

const workOf = async ({ client }: StageUser, scope: 'open' | 'done' = 'open') =>
  (await client.call(listMyWork, { query: { scope } })).body;
const findWork = async (user: StageUser, { id }: OrderPage): Promise<Work | undefined> =>
  (await workOf(user)).find((one) => one.id === id);
const written = { cause: 'Pads at 2 mm', correction: 'Replaced front pads', hoursActual: 120 };
const write = (
  { client }: StageUser,
  line: { id: number; version: number } | undefined,
  overrides: object = {},
) =>
  client.call(saveMyLine, {
    params: { lineId: line?.id ?? 0 },
    body: { version: line?.version ?? 0, ...written, ...overrides },
  });

describe('a technician without the page of repair orders', () => {
  test('reads the lines that name them, without customer and prices', async () => {
    const order = await dispatch();
    const work = await findWork(technician, order);
    expect(work).toMatchObject({ number: order.number, vehicle: order.vehicle });
    expect(work?.lines.map(({ complaint }) => complaint)).toEqual(['Brakes squeal']);
    expect(JSON.stringify(work)).not.toMatch(/Wrenfield|Cents|"customer":/);
    expect((await technician.client.call(countMyWork)).body).toMatchObject({ isTechnician: true });
    // The rest of repair orders stays closed to them.
    const params = { orderId: order.id };
    expect((await technician.client.call(getOrder, { params })).status).toBe(403);
    expect((await technician.client.call(listOrders)).status).toBe(403);
  });

  test('writes up their line, which the order and its history show', async () => {
    const order = await dispatch();
    const [line] = (await findWork(technician, order))?.lines ?? [];
    const saved = await write(technician, line);
    expect(saved.status).toBe(200);
    expect(saved.body.lines[0]).toMatchObject({ ...written, version: (line?.version ?? 0) + 1 });
    const after = (await fetchOrder(advisor, order.id)).body;
    expect(after.lines[0]).toMatchObject({ ...written, laborSaleCents: 4_995 });
    expect(after.version).toBe(order.version + 1);
    const history = await advisor.client.call(listOrderEvents, { params: { orderId: order.id } });
    expect(history.body[0]?.data).toMatchObject({
      kind: 'line',
      position: 1,
      fields: [{ name: 'cause' }, { name: 'correction' }, { name: 'hoursActual' }],
    });
    const again = await write(technician, saved.body.lines[0]);
    expect(again.body.lines[0]?.version).toBe(saved.body.lines[0]?.version);
  });

  test('does not write lines of someone else, of no one, or of another store', async () => {
    const order = await dispatch();
    const before = (await fetchOrder(advisor, order.id)).body;
    for (const line of before.lines.slice(1)) {
      expect((await write(technician, { id: line.id, version: 1 })).status).toBe(404);
    }
    const transferred = await stage.addEmployee({ pagePermissions: [] });
    const theirs = await open(advisor, customer.id, {
      lines: [lineOf({ technicianId: transferred.id })],
    });
    await stage.platform.db
      .updateTable('users')
      .set({ store_access: ['hyundai'] })
      .where('id', '=', transferred.id)
      .execute();
    expect(await workOf(transferred)).toEqual([]);
    expect((await write(transferred, { id: theirs.lines[0]?.id ?? 0, version: 1 })).status).toBe(
      404,
    );
    expect((await fetchOrder(advisor, order.id)).body).toEqual(before);
  });

  test('needs the features that reading and writing need everywhere', async () => {
    const reader = await stage.addEmployee({
      pagePermissions: [],
      featurePermissions: ['view_data'],
    });
    const none = await stage.addEmployee({ pagePermissions: [], featurePermissions: [] });
    const order = await open(advisor, customer.id, {
      lines: [lineOf({ technicianId: reader.id }), lineOf({ technicianId: none.id })],
    });
    const [line] = (await findWork(reader, order))?.lines ?? [];
    expect(line?.may.edit).toBe(false);
    expect((await write(reader, line)).status).toBe(403);
    expect((await none.client.call(listMyWork)).status).toBe(403);
  });

  test('saves while the advisor saves another line, and neither overwrites the other', async () => {
    const order = await dispatch();
    const [line] = (await findWork(technician, order))?.lines ?? [];
    const { lines } = (await fetchOrder(advisor, order.id)).body;
    const saved = await save(advisor, order, {
      lines: lines.map(({ technician: by, cost: _, ...one }, at) => ({
        ...one,
        technicianId: by?.id ?? null,
        ...(at === 1 && { complaint: 'Oil and filter change due' }),
      })),
    });
    expect(saved.body.lines.map(({ id }) => id)).toEqual(lines.map(({ id }) => id));
    expect((await write(technician, line)).status).toBe(200);
    expect((await save(advisor, saved.body)).status).toBe(409);
    const after = (await fetchOrder(advisor, order.id)).body;
    expect(after.lines.map(({ complaint }) => complaint)).toEqual([
      'Brakes squeal',
      'Oil and filter change due',
      'Check engine light on',
    ]);
    expect(after.lines[0]).toMatchObject(written);
  });

  test('gets a conflict when someone else changed the line', async () => {
    const order = await dispatch();
    const [line] = (await findWork(technician, order))?.lines ?? [];
    await write(technician, line);
    const late = await write(technician, line, { cause: 'Rotor warped' });
    expect([late.status, late.body]).toMatchObject([
      409,
      { error: 'Someone else changed this line. Nothing was overwritten.' },
    ]);
  });

  test('does not change a closed order or a declined line', async () => {
    const order = await open(advisor, customer.id, {
      lines: [
        lineOf({ technicianId: technician.id }),
        lineOf({ technicianId: technician.id, declined: true }),
      ],
    });
    const lines = (await findWork(technician, order))?.lines ?? [];
    expect(lines.map(({ may }) => may.edit)).toEqual([true, false]);
    expect((await write(technician, lines[1])).status).toBe(409);
    let now = order;
    for (const status of ['in_work', 'completed', 'closed'] as const) {
      now = (await move(manager, now, status)).body;
    }
    expect((await write(technician, lines[0])).status).toBe(409);
    const done = (await workOf(technician, 'done')).find(({ id }) => id === order.id);
    expect(done?.lines.map(({ may }) => may.edit)).toEqual([false, false]);
    expect(await findWork(technician, order)).toBeUndefined();
  });

  test('refuses input that makes no sense, and changes nothing', async () => {
    const order = await dispatch();
    const [line] = (await findWork(technician, order))?.lines ?? [];
    for (const wrong of [{ hoursActual: -1 }, { hoursActual: 0.5 }, { cause: 'x'.repeat(1_001) }]) {
      expect((await write(technician, line, wrong)).status).toBe(400);
    }
    expect((await fetchOrder(advisor, order.id)).body.version).toBe(order.version);
  });
});
