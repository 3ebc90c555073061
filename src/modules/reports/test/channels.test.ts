import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import type { NewUser } from '../../people/server/public.ts';
import { getReport, listReportRecords, listReports } from '../contract.ts';
import { serviceReport } from '../server/reports/service/report.ts';
import { foldNow, queryOf, read } from './service-stage.ts';

let stage: AdminStage;
let db: Db<AnyTables>;
beforeAll(async () => {
  stage = await openAdminStage();
  db = stage.platform.db;
});
afterAll(() => stage.stop());

const addEmployee = ({ featurePermissions = [], ...values }: Partial<NewUser> = {}) =>
  stage.addUser({
    role: 'manager',
    storeAccess: ['all'],
    pagePermissions: ['reports'],
    ...values,
    featurePermissions: ['view_data', ...featurePermissions],
  });
const ever = { period: 'custom' as const, from: '2020-01-01', to: dateAt('UTC', Date.now()) };
const fetchReport = (
  { client }: StageUser,
  report: 'service' | 'leads' | 'people' | 'chat',
  query: object = {},
) => client.call(getReport, { params: { report }, query: { ...ever, ...query } });
const rows = ({ client }: StageUser, report: 'service' | 'leads', query: object = {}) =>
  client.call(listReportRecords, { params: { report }, query: { ...ever, ...query } });

describe('service of the demo group', () => {
  interface Line {
    id: number;
    store: string;
    day: string;
    pay_type: string | null;
    declined: boolean;
    hours_flagged: number;
    labor_sale_cents: number;
    gross: number;
  }
  test.each(['from the orders', 'from the rollup'])('matches its lines, %s', async (how) => {
    if (how === 'from the rollup') await foldNow(db);
    const zone = 'America/Los_Angeles';
    const { rows: lines } = await sql<Line>`
      select o.id, o.store, to_char(o.closed_at at time zone ${zone}, 'YYYY-MM') as day, l.pay_type,
        l.declined, l.hours_flagged, l.labor_sale_cents,
        l.labor_sale_cents + l.parts_sale_cents - l.labor_cost_cents - l.parts_cost_cents as gross
      from repair_orders o left join repair_order_lines l on l.repair_order_id = o.id
      where o.status = 'closed'`.execute(db);
    const query = queryOf('2020-01-01', '2035-12-31', { timezone: zone });
    const count = (some: Line[]) => new Set(some.map(({ id }) => id)).size;
    const sum = (some: Line[], of: (line: Line) => number) =>
      some.filter(({ declined }) => !declined).reduce((all, line) => all + of(line), 0);
    expect(count(lines)).toBeGreaterThan(100);
    const check = (figures: Record<string, number | null> | undefined, some: Line[]) => {
      expect(figures).toMatchObject({
        orders: count(some),
        customerOrders: count(some.filter((l) => l.pay_type === 'customer' && !l.declined)),
        hours: sum(some, (line) => line.hours_flagged) / 100,
        laborSales: sum(some, (line) => line.labor_sale_cents),
        gross: sum(some, (line) => line.gross),
      });
    };
    const stores = await read(db, serviceReport, query);
    check(stores.total, lines);
    for (const store of ['ford', 'hyundai', 'chevrolet']) {
      check(
        stores[store],
        lines.filter((line) => line.store === store),
      );
    }
    const months = await read(db, serviceReport, query, 'month');
    for (const [day, some] of Map.groupBy(lines, (line) => line.day)) check(months[day], some);
  });
});

describe('cost and gross', () => {
  test('are included with access to financial reports, in figures, months and records', async () => {
    const executive = await addEmployee({ featurePermissions: ['financial_reports'] });
    const { body } = await fetchReport(executive, 'service');
    expect(body.total.figures.gross).toBeGreaterThan(0);
    expect(body.months.some(({ figures }) => (figures?.partsGross ?? 0) > 0)).toBe(true);
    expect((await rows(executive, 'service')).body.columns.map(({ label }) => label)).toContain(
      'Gross',
    );
  });

  test('are hidden from everyone else', async () => {
    const nora = await addEmployee();
    const { status, body } = await fetchReport(nora, 'service');
    expect(status).toBe(200);
    expect(JSON.stringify(body)).not.toMatch(/gross/i);
    expect(body.total.figures.laborSales).toBeGreaterThan(0);
    const { body: page } = await rows(nora, 'service');
    expect(page.columns.map(({ label }) => label)).not.toContain('Gross');
    expect(page.records[0]?.cells).toHaveLength(page.columns.length);
  });
});

test('orders and leads of another store are neither counted nor listed', async () => {
  const [all, ford] = [await addEmployee(), await addEmployee({ storeAccess: ['ford'] })];
  for (const report of ['service', 'leads'] as const) {
    const { body: total } = await fetchReport(all, report);
    const { body: own } = await fetchReport(ford, report);
    expect(own.rows.map(({ key }) => key)).toEqual(['ford']);
    expect(own.total.figures).toEqual(total.rows.find(({ key }) => key === 'ford')?.figures);
    expect((await fetchReport(ford, report, { store: 'hyundai' })).status).toBe(404);
    const { body: page } = await rows(ford, report);
    const at = page.columns.findIndex(({ label }) => label === 'Store');
    expect(new Set(page.records.map(({ cells }) => cells[at]))).toEqual(new Set(['Ford']));
  }
});

test('customer names and links require access to their page', async () => {
  const [without, having] = [
    await addEmployee(),
    await addEmployee({ pagePermissions: ['reports', 'customer_management'] }),
  ];
  for (const report of ['service', 'leads'] as const) {
    const { body: withoutPages } = await rows(without, report);
    expect(withoutPages.columns.map(({ label }) => label)).not.toContain('Customer');
    expect(withoutPages.records.every(({ href }) => href === null)).toBe(true);
    const { body: named } = await rows(having, report);
    expect(named.columns.map(({ label }) => label)).toContain('Customer');
    expect(named.records.every(({ href }) => href?.startsWith('/customers/'))).toBe(true);
  }
});

describe('figures per employee', () => {
  test.each([
    ['service', 'technician'],
    ['service', 'advisor'],
    ['leads', 'assignee'],
    ['chat', 'owner'],
  ] as const)('in %s by %s are for managers and above', async (report, by) => {
    expect((await fetchReport(await addEmployee(), report, { by })).status).toBe(200);
    const nora = await addEmployee({ role: 'employee' });
    expect((await fetchReport(nora, report, { by })).status).toBe(403);
    expect((await fetchReport(nora, report, { only: `${by}:1` })).status).toBe(403);
    expect((await fetchReport(nora, report)).status).toBe(200);
  });

  test('hours are for managers and above, and not listed for others', async () => {
    const [manager, nora] = [await addEmployee(), await addEmployee({ role: 'employee' })];
    const listed = async ({ client }: StageUser) =>
      (await client.call(listReports)).body.reports.map(({ id }) => id);
    expect((await fetchReport(manager, 'people')).status).toBe(200);
    expect(await listed(manager)).toContain('people');
    expect((await fetchReport(nora, 'people')).status).toBe(403);
    expect(await listed(nora)).not.toContain('people');
  });
});

test.each([
  ['service', 'advisor:abc', 200],
  ['service', 'technician:99999999999999999999', 200],
  ['service', 'payType:cash', 400],
  ['service', 'month:2026-13', 400],
  ['leads', 'source:x%00', 400],
  ['leads', 'assignee:none', 200],
  ['people', 'person:;', 400],
  ['people', 'department:cars', 400],
  ['chat', 'store:', 200],
  ['chat', 'channel:%F0%9F%9A%97', 200],
] as const)('%s filtered by %s answers %i', async (report, only, status) => {
  expect((await fetchReport(await addEmployee(), report, { only })).status).toBe(status);
});
