import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { addDays, dateAt } from '../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../platform/server/db/database.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import { getOverview, getReport } from '../contract.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
let db: Db<AnyTables>;
beforeAll(async () => {
  stage = await openReportStage();
  db = stage.platform.db;
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

const sold = (day: string, values: object = {}) =>
  stage.deal({ signed_on: day, delivered_on: day, ...values });
const sales = (query: Parameters<ReportStage['run']>[1] = {}) => stage.run('sales', query);
const unitsIn = async (query: Parameters<ReportStage['run']>[1]) => {
  const { total } = await sales(query);
  return [total.figures.units, total.previous.units, total.yearBefore.units];
};

describe('a loss', () => {
  const loss = { cost_cents: 3_200_000 };

  test('is calculated: 3,000,000 − 3,200,000 − 20,000 − 30,000, and 90,000 back gross', async () => {
    await sold('2026-03-10', loss);
    expect((await sales()).total.figures).toMatchObject({
      units: 1,
      frontGross: -250_000,
      frontPerUnit: -250_000,
    });
    expect((await stage.run('finance')).total.figures).toMatchObject({
      backGross: 90_000,
      backPerUnit: 90_000,
      totalPerUnit: -160_000,
    });
    await sold('2026-03-11');
    expect((await sales()).total.figures).toMatchObject({
      frontGross: -100_000,
      frontPerUnit: -50_000,
    });
  });

  test('stays a number in an export, and has a projection', async () => {
    const gm = await stage.reader();
    const today = dateAt(defaultTimezone, Date.now());
    await sold(today, loss);
    await stage.target('ford', today.slice(0, 7), 'sales', 'frontGross', 1_000_000);
    const body = { period: 'this_month', what: 'records' };
    const { body: file } = await gm.client.raw('POST', '/api/reports/sales/export', { body });
    expect(file.trim()).toMatch(/,-2500\.00$/);
    const { body: overview } = await gm.client.call(getOverview);
    expect(overview.rows[0]?.figures['sales.frontGross']).toBe(-250_000);
    expect(overview.rows[0]?.pace['sales.frontGross'] ?? -250_000).toBeLessThanOrEqual(-250_000);
  });
});

describe('special dates', () => {
  test('the leap day belongs to February, also a year later', async () => {
    await sold('2024-02-29');
    await sold('2024-02-28');
    await sold('2025-02-28');
    expect(await unitsIn({ now: '2025-02-28T12:00' })).toEqual([1, 0, 2]);
    // A year earlier the first deal had not been delivered yet.
    expect(await unitsIn({ now: '2025-02-27T12:00' })).toEqual([0, 0, null]);
    expect(await unitsIn({ now: '2024-02-29T12:00' })).toEqual([2, null, null]);
    expect(await unitsIn({ now: '2025-03-15T12:00', period: 'last_month' })).toEqual([1, 0, 2]);
    const day = { period: 'custom', from: '2024-02-29', to: '2024-02-29' } as const;
    expect(await unitsIn({ now: '2026-03-20T12:00', ...day })).toEqual([1, 1, null]);
  });

  test('New Year separates years, months and quarters', async () => {
    await sold('2024-12-31');
    await sold('2025-12-31');
    await sold('2026-01-01');
    await sold('2026-01-01');
    const now = '2026-01-01T00:01';
    for (const period of ['this_month', 'this_quarter', 'this_year'] as const) {
      const [units] = await unitsIn({ now, period });
      expect([period, units]).toEqual([period, 2]);
    }
    expect(await unitsIn({ now, period: 'today' })).toEqual([2, 1, 0]);
    expect(await unitsIn({ now, period: 'yesterday' })).toEqual([1, 0, 1]);
    expect(await unitsIn({ now, period: 'last_month' })).toEqual([1, 0, 1]);
    expect(await unitsIn({ now: '2025-12-31T23:59', period: 'this_year' })).toEqual([1, 1, 1]);
  });

  test('month to date is compared with the same number of days within the previous month', async () => {
    for (const day of ['2026-02-01', '2026-02-12', '2026-02-13', '2026-02-28']) await sold(day);
    expect(await unitsIn({ now: '2026-03-12T12:00' })).toEqual([0, 2, null]);
    expect(await unitsIn({ now: '2026-03-13T12:00' })).toEqual([0, 3, null]);
    expect(await unitsIn({ now: '2026-03-30T12:00' })).toEqual([0, 4, null]);
    const week = { now: '2026-02-20T12:00', period: 'last_7_days' } as const;
    expect(await unitsIn(week)).toEqual([1, 1, null]);
  });

  test('stage durations are correct across a daylight saving change', async () => {
    const vehicle = await stage.vehicle({ acquired_on: '2026-03-07' });
    await stage.step(vehicle, 'detail', '2026-03-08T00:00', '2026-03-09T00:00');
    const { total } = await stage.run('recon');
    expect(total.figures.stageDays).toBeCloseTo(23 / 24, 5);
    const back = await stage.vehicle({ acquired_on: '2025-11-01' });
    await stage.step(back, 'detail', '2025-11-02T00:00', '2025-11-03T00:00');
    const november = { period: 'custom', from: '2025-11-01', to: '2025-11-30' } as const;
    const { total: long } = await stage.run('recon', november);
    expect(long.figures.stageDays).toBeCloseTo(25 / 24, 5);
  });
});

describe('former employees', () => {
  test('keep their deals in the store and under their name', async () => {
    const { id } = await stage.addUser({
      firstName: 'Ines',
      lastName: 'Okafor',
      storeAccess: ['ford'],
    });
    await sold('2026-03-10', { salesperson_id: id });
    const unitsByRow = async () => {
      const [stores, people] = [await sales(), await sales({ by: 'salesperson' })];
      return [stores.rows, people.rows].map((rows) =>
        rows.map(({ label, figures }) => [label, figures.units]),
      );
    };
    const before = await unitsByRow();
    expect(before).toEqual([[['Ford', 1]], [['Ines Okafor', 1]]]);
    const set = (row: object) => db.updateTable('users').set(row).where('id', '=', id).execute();
    await set({ store_access: ['hyundai'] });
    expect(await unitsByRow()).toEqual(before);
    await set({ is_active: false });
    expect(await unitsByRow()).toEqual(before);
  });
});

describe('an undone deal', () => {
  test('is excluded from all figures immediately', async () => {
    const gm = await stage.reader({
      pagePermissions: ['reports', 'customer_management'],
      featurePermissions: ['view_data', 'create_records', 'financial_reports'],
    });
    const today = dateAt(defaultTimezone, Date.now());
    const day = addDays(today, -40);
    const id = await sold(day);
    await sold(day);
    const units = async () => {
      const query = { period: 'custom', from: day, to: today } as const;
      const { body } = await gm.client.call(getReport, { params: { report: 'sales' }, query });
      const { body: money } = await gm.client.call(getReport, {
        params: { report: 'finance' },
        query,
      });
      const figures = [body.total.figures, money.total.figures];
      return figures.map((one) => [one.units, one.frontGross ?? one.backGross]);
    };
    const setStatus = async (status: string, version: number) => {
      const body = { status, version, reason: 'The buyer could not get the money together' };
      const reply = await gm.client.raw('PUT', `/api/deals/${id}/status`, { body });
      expect([status, reply.status, reply.body.error]).toEqual([status, 200, undefined]);
    };
    const [both, one] = [
      [
        [2, 300_000],
        [2, 180_000],
      ],
      [
        [1, 150_000],
        [1, 90_000],
      ],
    ];
    expect(await units()).toEqual(both);
    await setStatus('signed', 1);
    expect(await units()).toEqual(one);
    await setStatus('open', 2);
    await setStatus('canceled', 3);
    expect(await units()).toEqual(one);
  });
});

test('an export that is cut off says so in its file name', async () => {
  const first = await sold('2026-03-09');
  const { client } = await stage.reader();
  const body = { period: 'custom', from: '2026-03-01', to: '2026-03-31', what: 'records' };
  const exportFile = async () => {
    const file = await client.raw('POST', '/api/reports/sales/export', { body });
    const lines = file.body.trim().split('\r\n').length - 1;
    return [lines, /[\w-]+\.csv/.exec(file.headers.get('content-disposition') ?? '')?.[0]];
  };
  expect(await exportFile()).toEqual([1, 'sales-records-2026-03-01-to-2026-03-31.csv']);
  await db.transaction().execute(async (tx) => {
    await sql`set local statement_timeout = 0`.execute(tx);
    await sql`insert into deals (client_id, store, number, condition, customer_id, vehicle,
      salesperson_id, created_by, status, opened_at, signed_on, delivered_on, price_cents)
    select gen_random_uuid(), store, 'Z' || (100000 + n), condition, customer_id, vehicle,
      salesperson_id, created_by, status, opened_at, '2026-03-10', '2026-03-10', price_cents
    from deals, generate_series(1, 20000) n where id = ${first}`.execute(tx);
  });
  expect(await exportFile()).toEqual([
    ...[20_000, 'sales-records-2026-03-01-to-2026-03-31-latest-20000.csv'],
  ]);
});
