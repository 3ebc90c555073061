import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Employed } from '../../admin/test/office.ts';
import type { OrderPage } from '../contract/order.ts';
import { nextStatuses, statuses } from '../contract/status.ts';
import { listOrderEvents, openOrder } from '../contract.ts';
import { addCustomer, type Bay, lineOf, look, move, open, openBay, orderOf, save } from './bay.ts';

let bay: Bay;
let advisor: Employed;
let manager: Employed;
let technician: Employed;
let customer: { id: number; name: string };

beforeAll(async () => {
  bay = await openBay();
  advisor = await bay.employ();
  technician = await bay.employ();
  manager = await bay.employ({
    role: 'manager',
    featurePermissions: ['view_data', 'create_records', 'financial_reports'],
  });
  customer = await addCustomer(advisor);
});
afterAll(() => bay.stop());

const events = async (orderId: number) =>
  (await advisor.client.call(listOrderEvents, { params: { orderId } })).body;
const send = (given: object) =>
  advisor.client.call(openOrder, { body: orderOf(advisor, customer.id, given) as never });

describe('an order', () => {
  test('is written up with the next number of its store, sums and customer', async () => {
    const lines = [lineOf(), lineOf({ complaint: 'Brakes squeal', declined: true })];
    const first = await open(advisor, customer.id, { lines, milesIn: 40_100 });
    const second = await open(advisor, customer.id);
    expect(first).toMatchObject({
      status: 'open',
      customer: { id: customer.id, name: customer.name },
      advisor: { id: advisor.id },
      lineCount: 1,
      hoursFlagged: 50,
      saleCents: 10_245,
      milesIn: 40_100,
    });
    expect(first.lines.map(({ declined }) => declined)).toEqual([false, true]);
    expect(Number(second.number)).toBe(Number(first.number) + 1);
    expect(first.number).toMatch(/^\d{6}$/);
  });

  test('sent twice, also at once, is one', async () => {
    const body = orderOf(advisor, customer.id) as never;
    const sends = await Promise.all(
      Array.from({ length: 5 }, () => advisor.client.call(openOrder, { body })),
    );
    expect(new Set(sends.map((answer) => answer.body.id)).size).toBe(1);
  });

  test('of many at once have numbers of their own', async () => {
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(advisor, customer.id)));
    expect(new Set(opened.map(({ number }) => number)).size).toBe(12);
  });

  test('keeps a number that was typed, once in its store', async () => {
    await open(advisor, customer.id, { number: 'fc4711' });
    const again = await send({ number: 'FC4711' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ fields: { number: expect.any(String) } });
  });

  test('is refused, field by field, and leaves nothing', async () => {
    const wrong: [object, string][] = [
      [{ vehicle: ' ' }, 'vehicle'],
      [{ vin: '1FTFW3L51RK91059O' }, 'vin'],
      [{ number: '12' }, 'number'],
      [{ advisorId: bay.admin.id }, 'advisorId'],
      [{ advisorId: 999_999 }, 'advisorId'],
      [{ store: 'hyundai' }, 'store'],
      [{ milesIn: 500, milesOut: 400 }, 'milesOut'],
      [{ milesIn: -1 }, 'milesIn'],
      [{ promisedAt: '2020-01-01T00:00:00Z' }, 'promisedAt'],
      [{ lines: [lineOf({ laborSaleCents: -1 })] }, 'lines.0.laborSaleCents'],
      [{ lines: [lineOf(), lineOf({ payType: 'cash' })] }, 'lines.1.payType'],
      [{ lines: [lineOf({ hoursFlagged: 1.5 })] }, 'lines.0.hoursFlagged'],
      [{ lines: [lineOf({ technicianId: bay.admin.id })] }, 'lines.0.technicianId'],
      [{ lines: Array.from({ length: 101 }, () => lineOf()) }, 'lines'],
    ];
    for (const [given, field] of wrong) {
      const clientId = crypto.randomUUID();
      const { status, body } = await send({ ...given, clientId });
      expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
        400,
        [field],
      ]);
      const { rowCount } = await count(clientId);
      expect(rowCount).toBe(0);
    }
  });

  const count = async (clientId: string) => {
    const rows = await bay.platform.db
      .selectFrom('repair_orders')
      .select('id')
      .where('client_id', '=', clientId)
      .execute();
    return { rowCount: rows.length };
  };

  test('of somebody who is not a customer of these stores is refused', async () => {
    const elsewhere = await bay.employ({ storeAccess: ['hyundai'] });
    const theirs = await addCustomer(elsewhere, 'hyundai');
    expect((await send({ customerId: theirs.id })).status).toBe(404);
    expect((await send({ customerId: 999_999 })).status).toBe(404);
  });

  test('is not written up by who may only read', async () => {
    const reader = await bay.employ({ featurePermissions: ['view_data'] });
    const body = orderOf(reader, customer.id) as never;
    expect((await reader.client.call(openOrder, { body })).status).toBe(403);
  });
});

describe('saving', () => {
  test('keeps what changed, line by line, and who changed it', async () => {
    const order = await open(advisor, customer.id);
    const lines = [lineOf({ technicianId: technician.id }), lineOf({ payType: 'warranty' })];
    const { status, body } = await save(advisor, order, { note: 'Waits in the lounge', lines });
    expect(status).toBe(200);
    expect(body).toMatchObject({ note: 'Waits in the lounge', lineCount: 2, version: 2 });
    expect(body.lines[0]?.technician).toEqual({ id: technician.id, name: expect.any(String) });
    expect((await events(order.id)).map(({ data }) => data)).toEqual([
      { kind: 'lines', count: 2, fromSaleCents: 10_245, toSaleCents: 20_490 },
      {
        kind: 'changed',
        fields: [{ name: 'note', from: '', to: 'Waits in the lounge' }],
      },
      { kind: 'opened', number: order.number },
    ]);
  });

  test('goes to another customer of the same name', async () => {
    const [one, namesake] = [
      await addCustomer(advisor, 'ford', 'Namesake'),
      await addCustomer(advisor, 'ford', 'Namesake'),
    ];
    const order = await open(advisor, one.id);
    const { body } = await save(advisor, order, { customerId: namesake.id });
    expect(body.customer).toEqual({ id: namesake.id, name: namesake.name });
    expect((await events(order.id))[0]?.data).toMatchObject({
      kind: 'changed',
      fields: [{ name: 'customer' }],
    });
  });

  test('of what is the same changes nothing', async () => {
    const order = await open(advisor, customer.id);
    const { body } = await save(advisor, order);
    expect(body.version).toBe(order.version);
    expect(await events(order.id)).toHaveLength(1);
  });

  test('over what somebody else saved is refused', async () => {
    const order = await open(advisor, customer.id);
    await save(manager, order, { note: 'From the manager' });
    const late = await save(advisor, order, { note: 'From the advisor' });
    expect(late.status).toBe(409);
    expect((await look(advisor, order.id)).body.note).toBe('From the manager');
  });

  test('by who sees no cost leaves it as it is, and tells nobody else', async () => {
    const order = await open(manager, customer.id, {
      lines: [lineOf({ laborCostCents: 2_000, partsCostCents: 3_000 })],
    });
    expect(order).toMatchObject({ grossCents: 5_245, lines: [{ cost: { laborCents: 2_000 } }] });
    const seen = await look(advisor, order.id);
    expect(JSON.stringify(seen.body)).not.toMatch(/"cost"|gross/i);
    const id = seen.body.lines[0]?.id;
    await save(advisor, seen.body, { lines: [lineOf({ id, laborSaleCents: 6_000 })] });
    const after = await look(manager, order.id);
    expect(after.body.lines[0]?.cost).toEqual({ laborCents: 2_000, partsCents: 3_000 });
    const again = (await look(advisor, order.id)).body;
    const kept = lineOf({ id: again.lines[0]?.id, opCode: 'BRKF' });
    await save(advisor, again, { lines: [lineOf({ complaint: 'New on top' }), kept] });
    const moved = (await look(manager, order.id)).body.lines.map(({ cost }) => cost?.laborCents);
    expect(moved).toEqual([0, 2_000]);
    const last = (await look(advisor, order.id)).body;
    await save(advisor, last, { lines: [lineOf({ id: last.lines[1]?.id })] });
    expect((await look(manager, order.id)).body.lines[0]?.cost?.laborCents).toBe(2_000);
    const told = await save(advisor, (await look(advisor, order.id)).body, {
      lines: [lineOf({ laborCostCents: 1 })],
    });
    expect(told.status).toBe(403);
  });
});

describe('where an order stands', () => {
  /** An order in this state, brought there by a manager. */
  async function bring(status: OrderPage['status']): Promise<OrderPage> {
    const ways: Record<string, OrderPage['status'][]> = {
      open: [],
      in_work: ['in_work'],
      waiting_parts: ['waiting_parts'],
      waiting_approval: ['waiting_approval'],
      completed: ['in_work', 'completed'],
      closed: ['in_work', 'completed', 'closed'],
      void: ['void'],
    };
    let order = await open(advisor, customer.id);
    for (const step of ways[status] ?? []) {
      order = (await move(manager, order, step, 'As it is')).body;
    }
    expect(order.status).toBe(status);
    return order;
  }

  test.each(statuses)('%s leads where it says, for whom it says', async (from) => {
    const order = await bring(from);
    const seen = (await look(advisor, order.id)).body.may.become.map(({ status }) => status);
    for (const to of statuses.filter((one) => !nextStatuses[from].includes(one))) {
      expect((await move(manager, order, to, 'No')).status, to).toBe(409);
    }
    for (const to of nextStatuses[from].filter((one) => !seen.includes(one))) {
      expect((await move(advisor, order, to, 'Please')).status, to).toBe(403);
    }
    for (const { status, needsReason } of order.may.become) {
      if (needsReason) expect((await move(manager, order, status)).status, status).toBe(400);
    }
    expect((await look(advisor, order.id)).body).toMatchObject({ status: from });
  });

  test('closed takes no change until a manager opens it again', async () => {
    const order = await bring('closed');
    expect(order.closedAt).not.toBeNull();
    expect(order.may.edit).toBe(false);
    expect((await save(manager, order, { note: 'Late' })).status).toBe(409);
    expect((await move(advisor, order, 'completed', 'Wrong line')).status).toBe(403);
    const opened = await move(manager, order, 'completed', 'Wrong line');
    expect(opened.body).toMatchObject({ status: 'completed', closedAt: null, may: { edit: true } });
    expect((await save(manager, opened.body, { note: 'Late' })).status).toBe(200);
  });

  test('completed needs work on it', async () => {
    const order = await open(advisor, customer.id, { lines: [] });
    const begun = await move(advisor, order, 'in_work');
    expect((await move(advisor, begun.body, 'completed')).status).toBe(409);
  });

  test('of two who move it at once one is told', async () => {
    const order = await bring('in_work');
    const moves = await Promise.all([
      move(advisor, order, 'completed'),
      move(manager, order, 'waiting_parts'),
    ]);
    expect(moves.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('is kept for good', async () => {
    const order = await bring('void');
    const { db } = bay.platform;
    const erase = db.deleteFrom('repair_orders').where('id', '=', order.id).execute();
    await expect(erase).rejects.toThrow('only ever added to');
    const rewrite = db.updateTable('repair_order_events').set({ kind: 'opened' }).execute();
    await expect(rewrite).rejects.toThrow('only ever added to');
  });
});
