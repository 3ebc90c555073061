import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { createCustomer } from '../../customers/contract/records.ts';
import { createDeal, setStatus as setDealStatus } from '../../deals/contract.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { openOrder, setStatus as setOrderStatus } from '../../repair-orders/contract.ts';
import { getReport } from '../contract.ts';

// A deal delivered and an order closed on the last day of a month, entered in the next, belong to that month.
let stage: AdminStage;
let gm: StageUser;
let customerId: number;

const today = dateAt(defaultTimezone, Date.now());
const firstOfMonth = `${today.slice(0, 7)}-01`;
const lastOfLastMonth = addDays(firstOfMonth, -1);
const months = {
  before: { from: `${lastOfLastMonth.slice(0, 7)}-01`, to: lastOfLastMonth },
  now: { from: firstOfMonth, to: today },
};

beforeAll(async () => {
  stage = await openAdminStage();
  gm = await stage.addUser({
    role: 'general_manager',
    storeAccess: ['ford'],
    pagePermissions: ['reports', 'customer_management'],
    featurePermissions: ['view_data', 'create_records', 'financial_reports'],
  });
  const { body } = await gm.client.call(createCustomer, {
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      kind: 'person',
      firstName: 'Odalys',
      lastName: 'Wrenfield',
    } as never,
  });
  customerId = (body as { id: number }).id;
});
afterAll(() => stage.stop());

async function figure(report: 'sales' | 'service', measure: string) {
  const read = async (span: { from: string; to: string }) => {
    const { status, body } = await gm.client.call(getReport, {
      params: { report },
      query: { period: 'custom', ...span } as never,
    });
    expect(status).toBe(200);
    return body.total.figures[measure] ?? 0;
  };
  return { before: await read(months.before), now: await read(months.now) };
}

const openLongAgo = (table: 'deals' | 'repair_orders', id: number) =>
  stage.platform.db
    .updateTable(table)
    .set({ opened_at: new Date(`${months.before.from}T20:00:00Z`) })
    .where('id', '=', id)
    .execute();

test('a deal delivered on the last day of the month before counts there', async () => {
  const [units, gross] = [await figure('sales', 'units'), await figure('sales', 'frontGross')];
  const { body: deal } = await gm.client.call(createDeal, {
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId,
      salespersonId: gm.id,
      vehicle: '2023 Ford Escape',
      priceCents: 2_500_000,
      costs: { costCents: 2_300_000, reconCents: 0, packCents: 0, reserveCents: 0 },
    } as never,
  });
  await openLongAgo('deals', deal.id);
  const on = lastOfLastMonth;
  let { version } = deal;
  for (const status of ['signed', 'delivered'] as const) {
    const moved = await gm.client.call(setDealStatus, {
      params: { dealId: deal.id },
      body: { version, status, on },
    });
    expect(moved.status).toBe(200);
    version = moved.body.version;
  }
  expect(await figure('sales', 'units')).toEqual({ before: units.before + 1, now: units.now });
  expect(await figure('sales', 'frontGross')).toEqual({
    before: gross.before + 200_000,
    now: gross.now,
  });
});

test('a repair order closed on it, reopened and closed again counts there', async () => {
  const labor = await figure('service', 'laborSales');
  const { body: order } = await gm.client.call(openOrder, {
    body: {
      clientId: crypto.randomUUID(),
      store: 'ford',
      customerId,
      advisorId: gm.id,
      vehicle: '2021 Ford Escape SEL',
      lines: [{ payType: 'customer', complaint: 'Oil change due', laborSaleCents: 4_995 }],
    } as never,
  });
  await openLongAgo('repair_orders', order.id);
  let { version } = order;
  const steps = [
    { status: 'in_work' },
    { status: 'completed' },
    { status: 'closed', on: lastOfLastMonth },
    { status: 'completed', reason: 'A typo' },
    { status: 'closed' },
  ] as const;
  for (const step of steps) {
    const moved = await gm.client.call(setOrderStatus, {
      params: { orderId: order.id },
      body: { version, ...step },
    });
    expect([step, moved.status]).toEqual([step, 200]);
    version = moved.body.version;
  }
  expect(await figure('service', 'laborSales')).toEqual({
    before: labor.before + 4_995,
    now: labor.now,
  });
});
