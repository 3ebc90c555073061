import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import type { Store } from '../../../platform/contract/access.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage } from '../../admin/test/stage.ts';
import type { Standing, Stats } from '../contract.ts';

let stage: AdminStage;
const clients = new Map<string, Client>();
const roles = ['admin', 'executive', 'gm', 'manager'];

beforeAll(async () => {
  stage = await openAdminStage();
  await addUncountedRecords(stage.platform.db);
  for (const role of roles) clients.set(role, await stage.signIn(role));
});
afterAll(() => stage.stop());

/** Adds one record per store of each kind that the figures must not count. */
async function addUncountedRecords(db: Db<AnyTables>) {
  const dealsOf = (change: ReturnType<typeof sql>) => sql`update deals set ${change}
    where id in (select distinct on (store) id from deals
      where is_retail and delivered_on >= date_trunc('month', now()) - interval '4 months'
        and delivered_on < date_trunc('month', now()) - interval '2 months' order by store, id)`;
  // A wholesale deal delivered today, and a delivery dated in the future.
  await dealsOf(sql`type = 'wholesale', delivered_on = current_date`).execute(db);
  await dealsOf(sql`delivered_on = current_date + 3`).execute(db);
  await sql`update repair_orders set status = 'void', closed_at = now()
    where id in (select distinct on (store) id from repair_orders
      where status = 'closed' order by store, id)`.execute(db);
}

const get = async <T>(role: string, path: string): Promise<T> => {
  const client = clients.get(role);
  const { status, body } = (await client?.raw('GET', path)) ?? {};
  expect(status, path).toBe(200);
  return body as T;
};
const statsOf = (role: string) => get<Stats>(role, '/api/dashboard/stats');
const countOf = async (role: string, path: string) => {
  const { count, isMore } = await get<{ count: number; isMore: boolean }>(role, path);
  expect(isMore).toBe(false);
  return count;
};
const pages = { deals: 'deals', orders: 'repair-orders', customers: 'customers', leads: 'leads' };
const counted = (role: string, page: keyof typeof pages, query: Record<string, string>) =>
  countOf(role, `/api/${pages[page]}/count?${new URLSearchParams(query)}`);

describe.each(roles)('each figure links to as many records as it counts, for %s', (role) => {
  test('on the cards', async () => {
    const stats = await statsOf(role);
    const month = stats.days.from.slice(0, 7);
    const sold = { scope: 'all', type: 'consumer', deliveredIn: month };
    // Of the last whole month: on the first day of one, nothing may have happened yet.
    for (const line of ['vehiclesSold', 'serviceOrders', 'activeCustomers'] as const)
      expect(stats.history[line][10], line).toBeGreaterThan(0);
    expect(await counted(role, 'deals', sold)).toBe(stats.vehiclesSold);
    const closed = { scope: 'all', status: 'closed', closedIn: month };
    expect(await counted(role, 'orders', closed)).toBe(stats.serviceOrders);
    expect(await counted(role, 'customers', { activeIn: month })).toBe(stats.activeCustomers);
    for (const { store, units } of stats.brands)
      expect(await counted(role, 'deals', { ...sold, store }), store).toBe(units);
  });

  test('in the sales report', async () => {
    const stats = await statsOf(role);
    const report = await get<{ totals?: object }>(role, '/api/reports/sales');
    const total = JSON.stringify(report);
    expect(total).toContain(String(Math.round(stats.totalSales * 100)));
  });

  test('by store', async () => {
    const { standings = [] } = await statsOf(role);
    for (const standing of standings) await expectSame(role, standing);
  });

  test('and the lists have as many rows', async () => {
    const stats = await statsOf(role);
    const month = stats.days.from.slice(0, 7);
    const rows = async (path: string) => (await get<unknown[]>(role, path)).length;
    const closed = `status=closed&closedIn=${month}&limit=200`;
    expect(await rows(`/api/repair-orders?${closed}`)).toBe(Math.min(stats.serviceOrders, 200));
    const sold = `scope=all&type=consumer&deliveredIn=${month}&limit=200`;
    expect(await rows(`/api/deals?${sold}`)).toBe(Math.min(stats.vehiclesSold, 200));
    const active = `activeIn=${month}&limit=200`;
    expect(await rows(`/api/customers?${active}`)).toBe(Math.min(stats.activeCustomers, 200));
  });
});

async function expectSame(role: string, standing: Standing) {
  const { store, aged, inTransit, lateOrders, waitingLeads } = standing;
  const stock = async (aging: string) =>
    (
      await get<{ total: number }>(
        role,
        `/api/fleet/counts?${new URLSearchParams({ store, aging })}`,
      )
    ).total;
  expect(await stock('61-90')).toBe(aged?.['61-90']);
  expect(await stock('90+')).toBe(aged?.['90+']);
  const of = (query: Record<string, string>) => ({ ...query, store: store as Store });
  expect(await counted(role, 'deals', of({ scope: 'in_transit' }))).toBe(inTransit?.count);
  expect(await counted(role, 'orders', of({ scope: 'late' }))).toBe(lateOrders);
  expect(await counted(role, 'leads', of({ clock: 'running' }))).toBe(waitingLeads);
}
