import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { StageUser } from '../../admin/test/stage.ts';
import { mergeCustomers, undoMerge } from '../../customers/contract/merging.ts';
import { openCustomer } from '../../customers/contract/records.ts';
import type { OrderPage } from '../contract/order.ts';
import { nextStatuses, statuses } from '../contract/status.ts';
import { listOrderEvents, openOrder } from '../contract.ts';
import {
  addCustomer,
  fetchOrder,
  lineOf,
  move,
  open,
  openRepairOrderStage,
  orderBody,
  type RepairOrderStage,
  save,
} from './stage.ts';

let stage: RepairOrderStage;
let advisor: StageUser;
let manager: StageUser;
let technician: StageUser;
let customer: { id: number; name: string };

beforeAll(async () => {
  stage = await openRepairOrderStage();
  advisor = await stage.addEmployee();
  technician = await stage.addEmployee();
  manager = await stage.addEmployee({
    role: 'manager',
    featurePermissions: ['view_data', 'create_records', 'financial_reports'],
  });
  customer = await addCustomer(advisor);
});
afterAll(() => stage.stop());

const events = async (orderId: number) =>
  (await advisor.client.call(listOrderEvents, { params: { orderId } })).body;
const send = (overrides: object) =>
  advisor.client.call(openOrder, { body: orderBody(advisor, customer.id, overrides) as never });

describe('an order', () => {
  test('is created with the store’s next number, totals and customer', async () => {
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

  test('sent twice, also concurrently, is created once', async () => {
    const body = orderBody(advisor, customer.id) as never;
    const responses = await Promise.all(
      Array.from({ length: 5 }, () => advisor.client.call(openOrder, { body })),
    );
    expect(new Set(responses.map((response) => response.body.id)).size).toBe(1);
  });

  test('gets a unique number among many created concurrently', async () => {
    const opened = await Promise.all(Array.from({ length: 12 }, () => open(advisor, customer.id)));
    expect(new Set(opened.map(({ number }) => number)).size).toBe(12);
  });

  test('keeps a number entered by hand, unique in its store', async () => {
    await open(advisor, customer.id, { number: 'fc4711' });
    const again = await send({ number: 'FC4711' });
    expect(again.status).toBe(409);
    expect(again.body).toMatchObject({ fields: { number: expect.any(String) } });
  });

  test('promised for a moment from now is opened before, or refused', async () => {
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        send({ promisedAt: new Date(Date.now() + 3 * index).toISOString() }),
      ),
    );
    const statuses = new Set(responses.map(({ status }) => status));
    expect([...statuses].filter((status) => status !== 201 && status !== 400)).toEqual([]);
  });

  test('is refused field by field and stores nothing', async () => {
    const wrong: [object, string][] = [
      [{ vehicle: ' ' }, 'vehicle'],
      [{ vin: '1FTFW3L51RK91059O' }, 'vin'],
      [{ number: '12' }, 'number'],
      [{ advisorId: stage.admin.id }, 'advisorId'],
      [{ advisorId: 999_999 }, 'advisorId'],
      [{ store: 'hyundai' }, 'store'],
      [{ milesIn: 500, milesOut: 400 }, 'milesOut'],
      [{ milesIn: -1 }, 'milesIn'],
      [{ promisedAt: '2020-01-01T00:00:00Z' }, 'promisedAt'],
      [{ lines: [lineOf({ laborSaleCents: -1 })] }, 'lines.0.laborSaleCents'],
      [{ lines: [lineOf(), lineOf({ payType: 'cash' })] }, 'lines.1.payType'],
      [{ lines: [lineOf({ hoursFlagged: 1.5 })] }, 'lines.0.hoursFlagged'],
      [{ lines: [lineOf({ technicianId: stage.admin.id })] }, 'lines.0.technicianId'],
      [{ lines: Array.from({ length: 101 }, () => lineOf()) }, 'lines'],
    ];
    for (const [overrides, field] of wrong) {
      const clientId = crypto.randomUUID();
      const { status, body } = await send({ ...overrides, clientId });
      expect([status, Object.keys((body as never as { fields: object }).fields)]).toEqual([
        400,
        [field],
      ]);
      const { rowCount } = await count(clientId);
      expect(rowCount).toBe(0);
    }
  });

  test('is refused with a deleted employee or the system user on it', async () => {
    const systemUser = await stage.addEmployee({ protection: 'system_bot' });
    const formerEmployee = await stage.addEmployee();
    await stage.platform.db
      .updateTable('users')
      .set({ deleted_at: new Date() })
      .where('id', '=', formerEmployee.id)
      .execute();
    for (const { id } of [systemUser, formerEmployee]) {
      expect((await send({ advisorId: id })).body).toMatchObject({
        error: 'The advisor doesn’t work at this store.',
        fields: { advisorId: 'Doesn’t work at this store' },
      });
      expect((await send({ lines: [lineOf({ technicianId: id })] })).body).toMatchObject({
        error: 'The technician on line 1 doesn’t work at this store.',
        fields: { 'lines.0.technicianId': 'Doesn’t work at this store' },
      });
    }
  });

  const count = async (clientId: string) => {
    const rows = await stage.platform.db
      .selectFrom('repair_orders')
      .select('id')
      .where('client_id', '=', clientId)
      .execute();
    return { rowCount: rows.length };
  };

  test('is refused for a customer of another store', async () => {
    const hyundai = await stage.addEmployee({ storeAccess: ['hyundai'] });
    const hyundaiCustomer = await addCustomer(hyundai, 'hyundai');
    expect((await send({ customerId: hyundaiCustomer.id })).status).toBe(404);
    expect((await send({ customerId: 999_999 })).status).toBe(404);
  });

  test('is refused for read-only employees', async () => {
    const reader = await stage.addEmployee({ featurePermissions: ['view_data'] });
    const body = orderBody(reader, customer.id) as never;
    expect((await reader.client.call(openOrder, { body })).status).toBe(403);
  });
});

describe('saving', () => {
  test('records what changed and who changed it', async () => {
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

  test('can move an order to another customer of the same name', async () => {
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

  test('through a merge leaves the order with its customer, who has it again when that is undone', async () => {
    const [kept, merged] = [await addCustomer(manager), await addCustomer(manager)];
    const order = await open(advisor, merged.id);
    const version = async (customerId: number) =>
      (await manager.client.call(openCustomer, { params: { customerId } })).body.version;
    const { body: survivor } = await manager.client.call(mergeCustomers, {
      params: { customerId: kept.id },
      body: {
        otherId: merged.id,
        version: await version(kept.id),
        otherVersion: await version(merged.id),
      },
    });
    // The first form was opened before the merge.
    await save(advisor, order, { note: 'Before' });
    const { body: shown } = await fetchOrder(advisor, order.id);
    expect(shown.customer.id).toBe(kept.id);
    expect((await save(advisor, shown, { note: 'After' })).status).toBe(200);
    const mergeId = survivor.merged[0]?.mergeId ?? 0;
    await manager.client.call(undoMerge, { params: { mergeId } });
    const { body: restored } = await fetchOrder(advisor, order.id);
    expect([restored.customer.id, restored.note]).toEqual([merged.id, 'After']);
  });

  test('does nothing if nothing changed', async () => {
    const order = await open(advisor, customer.id);
    const { body } = await save(advisor, order);
    expect(body.version).toBe(order.version);
    expect(await events(order.id)).toHaveLength(1);
  });

  test('is refused if someone else saved meanwhile', async () => {
    const order = await open(advisor, customer.id);
    await save(manager, order, { note: 'From the manager' });
    const late = await save(advisor, order, { note: 'From the advisor' });
    expect(late.status).toBe(409);
    expect((await fetchOrder(advisor, order.id)).body.note).toBe('From the manager');
  });

  test('without access to cost keeps the stored cost and never reveals it', async () => {
    const order = await open(manager, customer.id, {
      lines: [lineOf({ laborCostCents: 2_000, partsCostCents: 3_000 })],
    });
    expect(order).toMatchObject({ grossCents: 5_245, lines: [{ cost: { laborCents: 2_000 } }] });
    const seen = await fetchOrder(advisor, order.id);
    expect(JSON.stringify(seen.body)).not.toMatch(/"cost"|gross/i);
    const id = seen.body.lines[0]?.id;
    await save(advisor, seen.body, { lines: [lineOf({ id, laborSaleCents: 6_000 })] });
    const after = await fetchOrder(manager, order.id);
    expect(after.body.lines[0]?.cost).toEqual({ laborCents: 2_000, partsCents: 3_000 });
    const again = (await fetchOrder(advisor, order.id)).body;
    const existingLine = lineOf({ id: again.lines[0]?.id, opCode: 'BRKF' });
    await save(advisor, again, { lines: [lineOf({ complaint: 'New on top' }), existingLine] });
    const moved = (await fetchOrder(manager, order.id)).body.lines.map(
      ({ cost }) => cost?.laborCents,
    );
    expect(moved).toEqual([0, 2_000]);
    const last = (await fetchOrder(advisor, order.id)).body;
    await save(advisor, last, { lines: [lineOf({ id: last.lines[1]?.id })] });
    expect((await fetchOrder(manager, order.id)).body.lines[0]?.cost?.laborCents).toBe(2_000);
  });

  test.each([
    { laborCostCents: 1 },
    { laborCostCents: 0 },
    { partsCostCents: 0 },
    { laborCostCents: 0, partsCostCents: 5_000 },
  ])('without access to cost is refused and changes nothing if it sends %o', async (costs) => {
    const order = await open(manager, customer.id, {
      lines: [lineOf({ laborCostCents: 2_000, partsCostCents: 3_000 })],
    });
    const seen = (await fetchOrder(advisor, order.id)).body;
    const lines = [lineOf({ id: seen.lines[0]?.id, ...costs })];
    expect((await save(advisor, seen, { lines })).status).toBe(403);
    expect((await send({ lines: [lineOf(costs)] })).status).toBe(403);
    const after = (await fetchOrder(manager, order.id)).body;
    expect(after).toMatchObject({ version: order.version, lines: order.lines });
  });
});

describe('the status of an order', () => {
  /** An order moved to this status by a manager. */
  async function orderIn(status: OrderPage['status']): Promise<OrderPage> {
    const paths: Record<string, OrderPage['status'][]> = {
      open: [],
      in_work: ['in_work'],
      waiting_parts: ['waiting_parts'],
      waiting_approval: ['waiting_approval'],
      completed: ['in_work', 'completed'],
      closed: ['in_work', 'completed', 'closed'],
      void: ['void'],
    };
    let order = await open(advisor, customer.id);
    for (const step of paths[status] ?? []) {
      order = (await move(manager, order, step, 'As it is')).body;
    }
    expect(order.status).toBe(status);
    return order;
  }

  test.each(statuses)(
    '%s allows exactly its transitions, for those who may make them',
    async (from) => {
      const order = await orderIn(from);
      const seen = (await fetchOrder(advisor, order.id)).body.may.become.map(
        ({ status }) => status,
      );
      for (const to of statuses.filter((one) => !nextStatuses[from].includes(one))) {
        expect((await move(manager, order, to, 'No')).status, to).toBe(409);
      }
      for (const to of nextStatuses[from].filter((one) => !seen.includes(one))) {
        expect((await move(advisor, order, to, 'Please')).status, to).toBe(403);
      }
      for (const { status, needsReason } of order.may.become) {
        if (needsReason) expect((await move(manager, order, status)).status, status).toBe(400);
      }
      expect((await fetchOrder(advisor, order.id)).body).toMatchObject({ status: from });
    },
  );

  test('closed allows no edits until a manager reopens it', async () => {
    const order = await orderIn('closed');
    expect(order.closedAt).not.toBeNull();
    expect(order.may.edit).toBe(false);
    expect((await save(manager, order, { note: 'Late' })).status).toBe(409);
    expect((await move(advisor, order, 'completed', 'Wrong line')).status).toBe(403);
    const opened = await move(manager, order, 'completed', 'Wrong line');
    expect(opened.body).toMatchObject({ status: 'completed', closedAt: null, may: { edit: true } });
    expect((await save(manager, opened.body, { note: 'Late' })).status).toBe(200);
  });

  test('completed needs at least one line', async () => {
    const order = await open(advisor, customer.id, { lines: [] });
    const started = await move(advisor, order, 'in_work');
    expect((await move(advisor, started.body, 'completed')).status).toBe(409);
  });

  test('one of two concurrent changes gets a conflict', async () => {
    const order = await orderIn('in_work');
    const responses = await Promise.all([
      move(advisor, order, 'completed'),
      move(manager, order, 'waiting_parts'),
    ]);
    expect(responses.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  test('cannot be deleted, nor its history rewritten', async () => {
    const order = await orderIn('void');
    const { db } = stage.platform;
    const deletion = db.deleteFrom('repair_orders').where('id', '=', order.id).execute();
    await expect(deletion).rejects.toThrow('only ever added to');
    const historyUpdate = db.updateTable('repair_order_events').set({ kind: 'opened' }).execute();
    await expect(historyUpdate).rejects.toThrow('only ever added to');
  });
});
