import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type AdminStage, openAdminStage, type StageUser } from '../../admin/test/stage.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { listTargets, setTarget } from '../contract/plans.ts';
import { getOverview, getReport } from '../contract.ts';

let stage: AdminStage;
/** General managers of Ford, with and without access to gross. */
let gm: StageUser;
let gmWithoutGross: StageUser;
let manager: StageUser;
let executive: StageUser;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
  storeAccess: ['ford' as const],
};
const money = { featurePermissions: ['view_data' as const, 'financial_reports' as const] };
beforeAll(async () => {
  stage = await openAdminStage();
  gm = await stage.addUser({ ...reader, ...money, role: 'general_manager' });
  gmWithoutGross = await stage.addUser({ ...reader, role: 'general_manager' });
  manager = await stage.addUser({ ...reader, ...money, role: 'manager' });
  executive = await stage.addUser({
    ...reader,
    ...money,
    role: 'executive' as const,
    storeAccess: ['all' as const],
  });
});
afterAll(() => stage.stop());

const units = { store: 'ford', month: '2026-03', report: 'sales', measure: 'units' } as const;
const set = ({ client }: StageUser, value: number | null, version: number, values: object = {}) =>
  client.call(setTarget, { body: { ...units, value, version, ...values } });
const read = async ({ client }: StageUser, month = '2026-03') =>
  (await client.call(listTargets, { query: { month } })).body;
const targetIn = async (user: StageUser, values: object = {}) => {
  const target = { ...units, ...values };
  return (await read(user, target.month)).targets.find(
    ({ store, report, measure }) =>
      store === target.store && report === target.report && measure === target.measure,
  );
};

describe('a target', () => {
  test('is set, changed and removed, each with the current version', async () => {
    expect(await targetIn(gm)).toBeUndefined();
    expect((await set(gm, 60, 0)).body).toEqual({ version: 1 });
    expect(await targetIn(gm)).toEqual({
      store: 'ford',
      report: 'sales',
      measure: 'units',
      value: 60,
      version: 1,
    });
    expect((await set(executive, 50, 0)).status).toBe(409);
    expect((await set(executive, 70, 1)).body).toEqual({ version: 2 });
    expect((await set(gm, null, 1)).status).toBe(409);
    expect((await set(gm, null, 2)).body).toEqual({ version: 0 });
    expect(await targetIn(gm)).toBeUndefined();
    expect((await set(gm, 65, 0)).status).toBe(200);
    expect((await targetIn(executive))?.value).toBe(65);
    expect(await targetIn(gm, { month: '2026-04' })).toBeUndefined();
  });

  test('set concurrently for the first time succeeds once', async () => {
    const values = { month: '2026-05' };
    const responses = await Promise.all([1, 2, 3, 4].map((n) => set(gm, n, 0, values)));
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('keeps its history and is logged', async () => {
    const values = { month: '2026-06' };
    await set(gm, 10, 0, values);
    await set(executive, 12, 1, values);
    // Setting the same value changes nothing.
    await set(executive, 12, 2, values);
    const { rows } = await sql<{ value: number; by: number }>`
      select value, set_by as by from report_target_steps
      where month = '2026-06-01' and measure = 'units' order by id`.execute(stage.platform.db);
    expect(rows).toEqual([
      { value: 10, by: gm.id },
      { value: 12, by: executive.id },
    ]);
    const { rows: log } = await sql<{ before: object; after: object; actor: number }>`
      select before, after, actor_id as actor from activity_log
      where action = 'reports.target_set' and subject_id = 'ford:2026-06:sales.units'
      order by id`.execute(stage.platform.db);
    expect(log).toEqual([
      { before: { value: null }, after: { value: 10 }, actor: gm.id },
      { before: { value: 10 }, after: { value: 12 }, actor: executive.id },
    ]);
    const rewrite = sql`update report_target_steps set value = 1`.execute(stage.platform.db);
    await expect(rewrite).rejects.toThrow('only ever added to');
  });

  test('of cost or gross is logged without its amount', async () => {
    const values = { month: '2026-09', report: 'finance', measure: 'backGross' };
    expect((await set(gm, 4_200_00, 0, values)).status).toBe(200);
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from activity_log where action = 'reports.target_set'
        and subject_id = 'ford:2026-09:finance.backGross'`.execute(stage.platform.db);
    expect(rows).toEqual([{ before: { isSet: false }, after: { isSet: true } }]);
  });

  test.each([
    ['for an unknown measure', { measure: 'weather' }],
    ['for a measure without targets', { measure: 'averagePrice' }],
    ['for an invalid month', { month: '2026-13' }],
    ['below zero', { value: -1 }],
    ['that is not a whole number', { value: 1.5 }],
    ['above ten million dollars', { value: 1_000_000_001 }],
  ])('%s is refused', async (_, values) => {
    const { status, body } = await set(gm, 5, 0, { month: '2026-07', ...values });
    expect([status, body]).toEqual([400, expect.objectContaining({ error: expect.any(String) })]);
    expect((await read(gm, '2026-07')).targets).toEqual([]);
  });

  test('can be set only by those who lead the store', async () => {
    const values = { month: '2026-08' };
    expect((await set(manager, 5, 0, values)).status).toBe(403);
    expect((await set(gm, 5, 0, { ...values, store: 'hyundai' })).status).toBe(403);
    expect((await set(gm, 5, 0, values)).status).toBe(200);
    expect((await read(manager, '2026-08')).settable).toEqual([]);
    expect((await read(gm, '2026-08')).settable).toEqual(['ford']);
    expect((await read(executive)).settable).toEqual(['ford', 'hyundai', 'chevrolet']);
  });

  test('of gross can be neither set nor seen without permission', async () => {
    const gross = { month: '2026-09', measure: 'frontGross' };
    expect((await set(gmWithoutGross, 5_000_000, 0, gross)).status).toBe(400);
    expect((await set(gm, 5_000_000, 0, gross)).status).toBe(200);
    expect((await targetIn(gm, gross))?.value).toBe(5_000_000);
    const list = await read(gmWithoutGross, '2026-09');
    expect(JSON.stringify(list)).not.toMatch(/gross/i);
    expect(list.measures.length).toBeGreaterThan(0);
  });

  test('of another store is hidden', async () => {
    const values = { month: '2026-10', store: 'hyundai' as const };
    await set(executive, 9, 0, values);
    expect((await targetIn(executive, values))?.value).toBe(9);
    expect((await read(gm, '2026-10')).targets).toEqual([]);
  });
});

describe('the overview', () => {
  const fetchOverview = async ({ client }: StageUser) => (await client.call(getOverview)).body;
  const today = sql`(now() at time zone ${defaultTimezone})::date`;

  test('has a row for each of the user’s stores and a total', async () => {
    expect((await fetchOverview(executive)).rows.map(({ store }) => store)).toEqual([
      ...['ford', 'hyundai', 'chevrolet', null],
    ]);
    expect((await fetchOverview(gm)).rows.map(({ store }) => store)).toEqual(['ford', null]);
  });

  test('matches the records', async () => {
    const { rows } = await sql<{ store: string; n: number }>`
      select store, count(*) as n from deals
      where type in ('retail', 'lease') and status in ('delivered', 'funded')
        and date_trunc('month', delivered_on) = date_trunc('month', ${today})
        and delivered_on <= ${today}
      group by store`.execute(stage.platform.db);
    const counted = new Map(rows.map(({ store, n }) => [store, n]));
    const { rows: overviewRows } = await fetchOverview(executive);
    for (const { store, figures } of overviewRows.slice(0, 3)) {
      expect(figures['sales.units'] ?? 0, `${store}`).toBe(counted.get(store ?? '') ?? 0);
    }
    const all = rows.reduce((sum, { n }) => sum + n, 0);
    expect(overviewRows.at(-1)?.figures['sales.units'] ?? 0).toBe(all);
    const { rows: stock } = await sql<{ n: number }>`
      select count(*) as n from stock_vehicles where acquired_on <= ${today}
        and (gone_on is null or gone_on > ${today})`.execute(stage.platform.db);
    expect(overviewRows.at(-1)?.figures['inventory.units']).toBe(stock[0]?.n);
  });

  test('matches the report of each figure', async () => {
    const { columns, rows } = await fetchOverview(executive);
    const names = columns.map(({ report, measure }) => `${report}.${measure.id}`);
    expect(new Set(names).size).toBe(columns.length);
    expect(new Set(columns.map(({ report }) => report))).toEqual(
      new Set(['sales', 'finance', 'inventory', 'recon', 'service', 'leads']),
    );
    for (const { report, measure, only } of columns) {
      const { body } = await executive.client.call(getReport, {
        params: { report },
        query: { period: 'this_month', by: 'store', only },
      });
      const name = `${report}.${measure.id}`;
      const all = rows.at(-1);
      expect(all?.figures[name], name).toBe(body.total.figures[measure.id]);
      expect(all?.previous[name], name).toBe(body.total.previous[measure.id]);
      for (const { key, figures } of body.rows) {
        const row = rows.find(({ store }) => store === key);
        expect(row?.figures[name], `${name} of ${key}`).toBe(figures[measure.id]);
      }
    }
  });

  test('hides gross without permission', async () => {
    const withGross = await fetchOverview(gm);
    const { columns, rows } = await fetchOverview(gmWithoutGross);
    const names = columns.map(({ report, measure }) => `${report}.${measure.id}`);
    expect(names).toContain('sales.units');
    for (const name of ['sales.frontGross', 'finance.backGross', 'inventory.interest']) {
      expect(withGross.rows[0]?.figures).toHaveProperty([name]);
      expect(names).not.toContain(name);
      expect(JSON.stringify(rows)).not.toContain(name);
    }
  });

  test('shows targets immediately, summed when every store has one', async () => {
    const { rows } = await sql<{ month: string }>`
      select to_char(${today}, 'YYYY-MM') as month`.execute(stage.platform.db);
    const month = rows[0]?.month ?? '';
    const all = async () => (await fetchOverview(executive)).rows;
    await all();
    for (const [at, store] of (['ford', 'hyundai', 'chevrolet'] as const).entries()) {
      expect((await all()).at(-1)?.targets['sales.units']).toBeNull();
      expect((await set(executive, 10 + at, 0, { store, month })).status).toBe(200);
    }
    expect((await all()).map(({ targets }) => targets['sales.units'])).toEqual([10, 11, 12, 33]);
    const [ford] = await all();
    const reached = ford?.figures['sales.units'] ?? 0;
    expect(ford?.pace['sales.units'] ?? 0).toBeGreaterThanOrEqual(reached ?? 0);
    expect(ford?.pace['service.laborRate']).toBeNull();
  });

  test('requires access to reports', async () => {
    const withoutPage = await stage.addUser({ ...reader, pagePermissions: [] });
    expect((await withoutPage.client.call(getOverview)).status).toBe(403);
    expect(
      (await withoutPage.client.call(listTargets, { query: { month: '2026-03' } })).status,
    ).toBe(403);
  });
});
