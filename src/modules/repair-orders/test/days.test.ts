import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { StageUser } from '../../admin/test/stage.ts';
import { lockedSentence, monthBefore } from '../../month-locks/contract.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { OrderPage } from '../contract/order.ts';
import { correctCloseDay, listOrderEvents, setStatus } from '../contract.ts';
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
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openRepairOrderStage();
  advisor = await stage.addEmployee();
  manager = await stage.addEmployee({ role: 'manager' });
  customer = await addCustomer(advisor);
});
afterAll(() => stage.stop());
beforeEach(() => lockThrough(null));

const today = dateAt(defaultTimezone, Date.now());
const firstOfMonth = `${today.slice(0, 7)}-01`;
const lastOfLastMonth = addDays(firstOfMonth, -1);
const earlier = monthBefore(lastOfLastMonth.slice(0, 7));

async function lockThrough(day: string | null): Promise<void> {
  await stage.platform.db
    .insertInto('month_locks')
    .values({ store: 'ford', through: day, changed_by: manager.id })
    .execute();
}

/** A completed order that was opened long ago. */
async function completed(): Promise<OrderPage> {
  const { id } = await open(advisor, customer.id);
  await stage.platform.db
    .updateTable('repair_orders')
    .set({ opened_at: new Date(`${earlier}-02T18:00:00Z`) })
    .where('id', '=', id)
    .execute();
  let order = (await fetchOrder(manager, id)).body;
  for (const status of ['in_work', 'completed'] as const) {
    order = (await move(manager, order, status)).body;
  }
  return order;
}

const close = ({ client }: StageUser, { id, version }: OrderPage, on?: string) =>
  client.call(setStatus, {
    params: { orderId: id },
    body: { version, status: 'closed', ...(on && { on }) },
  });
const dayOf = (order: OrderPage) =>
  order.closedAt && dateAt(defaultTimezone, Date.parse(order.closedAt));

describe('the day a repair order was closed', () => {
  test.each([
    ['today', 'advisor', undefined, 200],
    ['in this month', 'advisor', firstOfMonth, 200],
    ['in the month before, by a manager', 'manager', lastOfLastMonth, 200],
    ['in the month before, by anyone else', 'advisor', lastOfLastMonth, 403],
    ['in the future', 'manager', addDays(today, 1), 400],
    ['before it was opened', 'manager', `${earlier}-01`, 400],
  ] as const)('%s', async (_, who, on, expected) => {
    const order = await completed();
    const { status } = await close({ advisor, manager }[who], order, on);
    const stored = (await fetchOrder(manager, order.id)).body;
    expect([status, dayOf(stored)]).toEqual([expected, expected === 200 ? (on ?? today) : null]);
    expect(stored.version).toBe(order.version + (expected === 200 ? 1 : 0));
  });

  test('goes into the history', async () => {
    const order = (await close(manager, await completed(), lastOfLastMonth)).body;
    const { body } = await manager.client.call(listOrderEvents, { params: { orderId: order.id } });
    expect(body[0]?.data).toMatchObject({ to: 'closed', on: lastOfLastMonth });
  });

  test('is refused for other changes', async () => {
    const order = await completed();
    const response = await manager.client.call(setStatus, {
      params: { orderId: order.id },
      body: { version: order.version, status: 'in_work', on: today, reason: 'Missed a line' },
    });
    expect(response.status).toBe(400);
  });

  test('stays when it is reopened and closed again', async () => {
    const closed = (await close(manager, await completed(), lastOfLastMonth)).body;
    const reopened = (await move(manager, closed, 'completed', 'A typo')).body;
    expect(reopened.closedAt).toBeNull();
    const moved = await close(manager, reopened, today);
    expect([moved.status, moved.body]).toMatchObject([
      409,
      { error: expect.stringMatching('keeps that day unless its amounts change') },
    ]);
    expect((await close(advisor, reopened)).body.closedAt).toBe(closed.closedAt);
  });

  test('is another if its month was locked before it is closed again', async () => {
    const closed = (await close(manager, await completed(), lastOfLastMonth)).body;
    const reopened = (await move(manager, closed, 'completed', 'A typo')).body;
    await lockThrough(lastOfLastMonth);
    const { body } = await fetchOrder(advisor, reopened.id);
    expect(body.may.become.find(({ status }) => status === 'closed')?.day).toEqual({
      from: firstOfMonth,
      to: today,
      proposed: today,
      isKept: false,
    });
    const refused = await close(advisor, reopened, lastOfLastMonth);
    expect([refused.status, refused.body]).toMatchObject([
      409,
      { error: lockedSentence('ford', lastOfLastMonth) },
    ]);
    expect(dayOf((await close(advisor, reopened)).body)).toBe(today);
  });

  test('changes if its amounts changed and a manager chooses another', async () => {
    const closed = (await close(manager, await completed(), lastOfLastMonth)).body;
    const reopened = (await move(manager, closed, 'completed', 'A line was missing')).body;
    const lines = [lineOf(), lineOf({ complaint: 'Wipers worn' })];
    const dearer = (await save(manager, reopened, { lines })).body;
    expect((await close(advisor, dearer, today)).status).toBe(403);
    expect(dayOf((await close(manager, dearer, today)).body)).toBe(today);
  });
});

describe('a locked month', () => {
  const refused = { error: lockedSentence('ford', lastOfLastMonth) };

  test('takes no more repair orders', async () => {
    const order = await completed();
    await lockThrough(lastOfLastMonth);
    const { status, body } = await close(manager, order, lastOfLastMonth);
    expect([status, body]).toMatchObject([409, refused]);
    expect((await close(manager, order)).status).toBe(200);
  });

  test('gives none back', async () => {
    const closed = (await close(manager, await completed(), lastOfLastMonth)).body;
    await lockThrough(lastOfLastMonth);
    const { status, body } = await move(manager, closed, 'completed', 'A typo');
    expect([status, body]).toMatchObject([409, refused]);
    expect((await fetchOrder(manager, closed.id)).body.status).toBe('closed');
  });
});

describe('a wrong day', () => {
  const correct = ({ client }: StageUser, { id, version }: OrderPage, on: string) =>
    client.call(correctCloseDay, {
      params: { orderId: id },
      body: { version, on, reason: 'Closed the evening before' },
    });
  const closedOnFirst = async () => (await close(manager, await completed(), firstOfMonth)).body;

  test('is corrected by a manager, and goes into the history', async () => {
    const order = await closedOnFirst();
    expect(order.may.correct).toEqual({
      on: firstOfMonth,
      from: `${earlier}-02`,
      to: today,
      refusal: null,
    });
    const corrected = await correct(manager, order, lastOfLastMonth);
    expect([corrected.status, dayOf(corrected.body)]).toEqual([200, lastOfLastMonth]);
    const { body } = await manager.client.call(listOrderEvents, { params: { orderId: order.id } });
    expect(body[0]?.data).toEqual({
      kind: 'day',
      from: firstOfMonth,
      to: lastOfLastMonth,
      reason: 'Closed the evening before',
    });
  });

  test.each([
    ['by anyone but a manager', 'advisor', lastOfLastMonth, 403],
    ['to a day in the future', 'manager', addDays(today, 1), 400],
    ['to a day before it was opened', 'manager', `${earlier}-01`, 400],
    ['to the same day', 'manager', firstOfMonth, 400],
  ] as const)('is not corrected %s', async (_, who, on, expected) => {
    const order = await closedOnFirst();
    expect((await fetchOrder(advisor, order.id)).body.may.correct).toBeNull();
    expect((await correct({ advisor, manager }[who], order, on)).status).toBe(expected);
    expect((await fetchOrder(manager, order.id)).body).toEqual(order);
  });

  test('is not corrected in another store, or while the order is not closed', async () => {
    const elsewhere = await stage.addEmployee({ role: 'manager', storeAccess: ['hyundai'] });
    const order = await closedOnFirst();
    expect((await correct(elsewhere, order, lastOfLastMonth)).status).toBe(404);
    expect((await correct(manager, await completed(), lastOfLastMonth)).status).toBe(409);
  });

  test('stays in a locked month, and none is moved into one', async () => {
    const before = (await close(manager, await completed(), lastOfLastMonth)).body;
    const after = await closedOnFirst();
    await lockThrough(lastOfLastMonth);
    const refused = { error: lockedSentence('ford', lastOfLastMonth) };
    const out = await correct(manager, before, firstOfMonth);
    expect([out.status, out.body]).toMatchObject([409, refused]);
    const into = await correct(manager, after, lastOfLastMonth);
    expect([into.status, into.body]).toMatchObject([409, refused]);
    const stored = (await fetchOrder(manager, before.id)).body;
    expect(stored.closedAt).toBe(before.closedAt);
    expect(stored.may.correct?.refusal).toBe(refused.error);
  });
});
