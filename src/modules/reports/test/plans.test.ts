import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Employed, type Office, openOffice } from '../../admin/test/office.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { listTargets, setTarget } from '../contract/plans.ts';
import { getOverview, getReport } from '../contract.ts';

let office: Office;
/** Leads Ford, with and without the right to gross. */
let boss: Employed;
let poor: Employed;
let manager: Employed;
let executive: Employed;

const reader = {
  pagePermissions: ['reports' as const],
  featurePermissions: ['view_data' as const],
  storeAccess: ['ford' as const],
};
const money = { featurePermissions: ['view_data' as const, 'financial_reports' as const] };
beforeAll(async () => {
  office = await openOffice();
  boss = await office.hire({ ...reader, ...money, role: 'general_manager' });
  poor = await office.hire({ ...reader, role: 'general_manager' });
  manager = await office.hire({ ...reader, ...money, role: 'manager' });
  executive = await office.hire({
    ...{ ...reader, ...money, role: 'executive' as const, storeAccess: ['all' as const] },
  });
});
afterAll(() => office.stop());

const units = { store: 'ford', month: '2026-03', report: 'sales', measure: 'units' } as const;
const set = ({ client }: Employed, value: number | null, version: number, given: object = {}) =>
  client.call(setTarget, { body: { ...units, value, version, ...given } });
const read = async ({ client }: Employed, month = '2026-03') =>
  (await client.call(listTargets, { query: { month } })).body;
const targetIn = async (who: Employed, given: object = {}) => {
  const wanted = { ...units, ...given };
  return (await read(who, wanted.month)).targets.find(
    ({ store, report, measure }) =>
      store === wanted.store && report === wanted.report && measure === wanted.measure,
  );
};

describe('a target', () => {
  test('is set, changed and taken away, each time in the version one holds', async () => {
    expect(await targetIn(boss)).toBeUndefined();
    expect((await set(boss, 60, 0)).body).toEqual({ version: 1 });
    expect(await targetIn(boss)).toEqual({
      ...{ store: 'ford', report: 'sales', measure: 'units', value: 60, version: 1 },
    });
    expect((await set(executive, 50, 0)).status).toBe(409);
    expect((await set(executive, 70, 1)).body).toEqual({ version: 2 });
    expect((await set(boss, null, 1)).status).toBe(409);
    expect((await set(boss, null, 2)).body).toEqual({ version: 0 });
    expect(await targetIn(boss)).toBeUndefined();
    expect((await set(boss, 65, 0)).status).toBe(200);
    expect((await targetIn(executive))?.value).toBe(65);
    expect(await targetIn(boss, { month: '2026-04' })).toBeUndefined();
  });

  test('set by two for the first time at once is set by one', async () => {
    const given = { month: '2026-05' };
    const sends = await Promise.all([1, 2, 3, 4].map((n) => set(boss, n, 0, given)));
    expect(sends.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  test('keeps its story, and the log says who set it', async () => {
    const given = { month: '2026-06' };
    await set(boss, 10, 0, given);
    await set(executive, 12, 1, given);
    // The same again is no act.
    await set(executive, 12, 2, given);
    const { rows } = await sql<{ value: number; by: number }>`
      select value, set_by as by from report_target_steps
      where month = '2026-06-01' and measure = 'units' order by id`.execute(office.platform.db);
    expect(rows).toEqual([
      { value: 10, by: boss.id },
      { value: 12, by: executive.id },
    ]);
    const { rows: log } = await sql<{ before: object; after: object; actor: number }>`
      select before, after, actor_id as actor from activity_log
      where action = 'reports.target_set' and subject_id = 'ford:2026-06:sales.units'
      order by id`.execute(office.platform.db);
    expect(log).toEqual([
      { before: { value: null }, after: { value: 10 }, actor: boss.id },
      { before: { value: 10 }, after: { value: 12 }, actor: executive.id },
    ]);
    const rewrite = sql`update report_target_steps set value = 1`.execute(office.platform.db);
    await expect(rewrite).rejects.toThrow('only ever added to');
  });

  test('of money is told by the log without its amount', async () => {
    const given = { month: '2026-09', report: 'finance', measure: 'backGross' };
    expect((await set(boss, 4_200_00, 0, given)).status).toBe(200);
    const { rows } = await sql<{ before: object; after: object }>`
      select before, after from activity_log where action = 'reports.target_set'
        and subject_id = 'ford:2026-09:finance.backGross'`.execute(office.platform.db);
    expect(rows).toEqual([{ before: { isSet: false }, after: { isSet: true } }]);
  });

  test.each([
    ['of nothing there is', { measure: 'weather' }],
    ['of what is no target', { measure: 'averagePrice' }],
    ['of a month there is not', { month: '2026-13' }],
    ['of less than nothing', { value: -1 }],
    ['of half a car', { value: 1.5 }],
    ['of more than ten million dollars', { value: 1_000_000_001 }],
  ])('%s is refused', async (_, given) => {
    const { status, body } = await set(boss, 5, 0, { month: '2026-07', ...given });
    expect([status, body]).toEqual([400, expect.objectContaining({ error: expect.any(String) })]);
    expect((await read(boss, '2026-07')).targets).toEqual([]);
  });

  test('is set by who leads the store, and by nobody else', async () => {
    const given = { month: '2026-08' };
    expect((await set(manager, 5, 0, given)).status).toBe(403);
    expect((await set(boss, 5, 0, { ...given, store: 'hyundai' })).status).toBe(403);
    expect((await set(boss, 5, 0, given)).status).toBe(200);
    expect((await read(manager, '2026-08')).settable).toEqual([]);
    expect((await read(boss, '2026-08')).settable).toEqual(['ford']);
    expect((await read(executive)).settable).toEqual(['ford', 'hyundai', 'chevrolet']);
  });

  test('of money is neither set nor seen without the right to it', async () => {
    const gross = { month: '2026-09', measure: 'frontGross' };
    expect((await set(poor, 5_000_000, 0, gross)).status).toBe(400);
    expect((await set(boss, 5_000_000, 0, gross)).status).toBe(200);
    expect((await targetIn(boss, gross))?.value).toBe(5_000_000);
    const told = await read(poor, '2026-09');
    expect(JSON.stringify(told)).not.toMatch(/gross/i);
    expect(told.measures.length).toBeGreaterThan(0);
  });

  test('of another store is not seen', async () => {
    const given = { month: '2026-10', store: 'hyundai' as const };
    await set(executive, 9, 0, given);
    expect((await targetIn(executive, given))?.value).toBe(9);
    expect((await read(boss, '2026-10')).targets).toEqual([]);
  });
});

describe('the overview', () => {
  const look = async ({ client }: Employed) => (await client.call(getOverview)).body;
  const today = sql`(now() at time zone ${defaultTimezone})::date`;

  test('has a row for each store of one’s own and one for all', async () => {
    expect((await look(executive)).rows.map(({ store }) => store)).toEqual([
      ...['ford', 'hyundai', 'chevrolet', null],
    ]);
    expect((await look(boss)).rows.map(({ store }) => store)).toEqual(['ford', null]);
  });

  test('counts the cars as they stand in the books', async () => {
    const { rows } = await sql<{ store: string; n: number }>`
      select store, count(*) as n from deals
      where type in ('retail', 'lease') and status in ('delivered', 'funded')
        and date_trunc('month', delivered_on) = date_trunc('month', ${today})
        and delivered_on <= ${today}
      group by store`.execute(office.platform.db);
    const counted = new Map(rows.map(({ store, n }) => [store, n]));
    const { rows: told } = await look(executive);
    for (const { store, figures } of told.slice(0, 3)) {
      expect(figures['sales.units'] ?? 0, `${store}`).toBe(counted.get(store ?? '') ?? 0);
    }
    const all = rows.reduce((sum, { n }) => sum + n, 0);
    expect(told.at(-1)?.figures['sales.units'] ?? 0).toBe(all);
    const { rows: stock } = await sql<{ n: number }>`
      select count(*) as n from vehicles where acquired_on <= ${today}
        and (gone_on is null or gone_on > ${today})`.execute(office.platform.db);
    expect(told.at(-1)?.figures['inventory.units']).toBe(stock[0]?.n);
  });

  test('says the same as the report each figure comes from', async () => {
    const { columns, rows } = await look(executive);
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

  test('tells no money without the right to it', async () => {
    const rich = await look(boss);
    const { columns, rows } = await look(poor);
    const told = columns.map(({ report, measure }) => `${report}.${measure.id}`);
    expect(told).toContain('sales.units');
    for (const name of ['sales.frontGross', 'finance.backGross', 'inventory.interest']) {
      expect(rich.rows[0]?.figures).toHaveProperty([name]);
      expect(told).not.toContain(name);
      expect(JSON.stringify(rows)).not.toContain(name);
    }
  });

  test('has targets as soon as they are set, added up where every store has one', async () => {
    const { rows } = await sql<{ month: string }>`
      select to_char(${today}, 'YYYY-MM') as month`.execute(office.platform.db);
    const month = rows[0]?.month ?? '';
    const all = async () => (await look(executive)).rows;
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

  test('is nobody’s without the right to reports', async () => {
    const outsider = await office.hire({ ...reader, pagePermissions: [] });
    expect((await outsider.client.call(getOverview)).status).toBe(403);
    expect((await outsider.client.call(listTargets, { query: { month: '2026-03' } })).status).toBe(
      403,
    );
  });
});
