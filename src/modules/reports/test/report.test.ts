import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../platform/contract/access.ts';
import { writeFilters } from '../contract/filters.ts';
import { paceOf } from '../server/query/goals.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
beforeAll(async () => {
  stage = await openReportStage();
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

type StageQuery = Parameters<ReportStage['run']>[1];
const sold = (day: string, values: object = {}) =>
  stage.deal({ signed_on: day, delivered_on: day, ...values });
const sales = (query: StageQuery = {}) => stage.run('sales', query);
const ford = { stores: ['ford'] } as const;

describe('three spans', () => {
  test('are compared for every row found in any of them', async () => {
    await sold('2026-03-02');
    await sold('2026-03-20', { store: 'hyundai' });
    await sold('2026-02-20', { store: 'hyundai' });
    await sold('2026-02-21', { store: 'hyundai' });
    await sold('2025-03-01', { store: 'chevrolet' });
    await sold('2024-01-01');
    const report = await sales();
    expect(report).toMatchObject({
      span: { from: '2026-03-01', to: '2026-03-20' },
      previous: { from: '2026-02-01', to: '2026-02-20' },
      yearBefore: { from: '2025-03-01', to: '2025-03-20' },
      by: 'store',
      isCut: false,
      timezone: 'America/Los_Angeles',
    });
    const units = report.rows.map(({ key, figures, previous, yearBefore }) => [
      key,
      ...[figures.units, previous.units, yearBefore.units],
    ]);
    expect(units).toEqual([
      ['ford', 1, 0, 0],
      // The records of these two stores begin after the empty spans.
      ['hyundai', 1, 1, null],
      ['chevrolet', 0, 0, 1],
    ]);
    expect(report.total.figures.units).toBe(2);
    expect(report.total.previous.units).toBe(1);
    expect(report.total.yearBefore.units).toBe(1);
    expect(report.total.previous.averagePrice).toBe(3_000_000);
  });

  test('are null, not zero, before the first records', async () => {
    await sold('2026-03-10');
    const { total, rows } = await sales();
    expect(total.figures.units).toBe(1);
    expect(new Set(Object.values(total.previous))).toEqual(new Set([null]));
    expect(new Set(Object.values(total.yearBefore))).toEqual(new Set([null]));
    expect(rows[0]?.previous.units).toBeNull();
  });

  test('of custom dates end today at the latest', async () => {
    await sold('2026-03-20');
    await sold('2026-03-25');
    const own = { period: 'custom', from: '2026-03-11', to: '2026-03-31' } as const;
    const report = await sales(own);
    expect(report.span).toEqual({ from: '2026-03-11', to: '2026-03-20' });
    expect(report.previous).toEqual({ from: '2026-03-01', to: '2026-03-10' });
    expect(report.total.figures.units).toBe(1);
  });

  test('end with the day in the group time zone', async () => {
    await sold('2026-02-01');
    await sold('2026-03-31');
    const before = await sales({ now: '2026-03-31T23:59' });
    expect(before.total.figures.units).toBe(1);
    const after = await sales({ now: '2026-04-01T00:01' });
    expect(after.span).toEqual({ from: '2026-04-01', to: '2026-04-01' });
    expect(after.total).toMatchObject({ figures: { units: 0 }, previous: { units: 0 } });
  });
});

describe('the months', () => {
  test('are the twelve up to the requested one, with the same months a year before', async () => {
    await sold('2025-02-10');
    await sold('2025-03-30');
    await sold('2025-12-24');
    await sold('2026-03-02');
    await sold('2026-03-21');
    const { months } = await sales();
    expect(months.map(({ month }) => month)).toHaveLength(12);
    expect(months[0]?.month).toBe('2025-04');
    expect(months.at(-1)?.month).toBe('2026-03');
    expect(months.map(({ figures }) => figures?.units)).toEqual([...Array(8).fill(0), 1, 0, 0, 1]);
    const before = months.map(({ yearBefore }) => (yearBefore ? yearBefore.units : null));
    expect(before).toEqual([...Array(10).fill(null), 1, 1]);
  });

  test('ignore a month filter', async () => {
    await sold('2026-01-10');
    await sold('2026-02-10');
    const only = writeFilters([{ by: 'month', key: '2026-02' }]);
    const report = await sales({ period: 'this_quarter', only });
    expect(report.total.figures.units).toBe(1);
    expect(report.narrowed).toEqual([{ by: 'month', key: '2026-02', label: 'Feb 2026' }]);
    expect(report.months.slice(-3).map(({ figures }) => figures?.units)).toEqual([1, 1, 0]);
    const early = writeFilters([{ by: 'month', key: '2025-12' }]);
    const unknown = await sales({ period: 'last_quarter', only: early });
    expect(unknown.total.figures.units).toBeNull();
  });

  test('as rows are in order of time, including empty ones, with their comparisons', async () => {
    await sold('2025-01-10');
    await sold('2025-12-10');
    await sold('2026-02-10');
    const { rows } = await sales({ period: 'this_quarter', by: 'month' });
    expect(
      rows.map(({ label, figures, previous, yearBefore }) => [
        label,
        ...[figures.units, previous.units, yearBefore.units],
      ]),
    ).toEqual([
      ['Jan 2026', 0, 0, 1],
      ['Feb 2026', 1, 0, 0],
      ['Mar 2026', 0, 1, 0],
    ]);
  });

  test('before the first record are not zero', async () => {
    await sold('2026-02-10');
    const { rows } = await sales({ period: 'this_quarter', by: 'month' });
    expect(rows.map(({ figures }) => figures.units)).toEqual([null, 1, 0]);
  });
});

describe('rows', () => {
  test('of open-ended groupings are sorted by the leading measure, highest first', async () => {
    for (const [make, units] of [
      ['Kia', 1],
      ['Ford', 3],
      ['Audi', 1],
    ] as const) {
      for (let at = 0; at < units; at += 1) await sold('2026-03-05', { vehicle: `2026 ${make} X` });
    }
    await sold('2026-02-05', { vehicle: '2026 Jeep X' });
    const { rows } = await sales({ by: 'make' });
    expect(rows.map(({ key }) => key)).toEqual(['Ford', 'Audi', 'Kia', 'Jeep']);
  });

  test('of fixed choices keep the order of the choices', async () => {
    await sold('2026-03-05', { condition: 'cpo' });
    await sold('2026-03-05', { condition: 'cpo' });
    await sold('2026-03-05', { condition: 'new' });
    const { rows } = await sales({ by: 'condition' });
    expect(rows.map(({ label }) => label)).toEqual(['New', 'CPO']);
  });

  test('are limited to 500, and the total includes the rest', async () => {
    const first = await sold('2026-03-05');
    const deal = await stage.platform.db
      .selectFrom('deals')
      .select(['customer_id', 'salesperson_id'])
      .where('id', '=', first)
      .executeTakeFirstOrThrow();
    const many = Array.from({ length: 500 }, (_, at) => ({
      client_id: crypto.randomUUID(),
      store: 'ford',
      number: `9${1000 + at}`,
      condition: 'new',
      vehicle: `2026 Make${at} X`,
      ...deal,
      created_by: deal.salesperson_id,
      status: 'delivered',
      opened_at: '2026-03-01T12:00:00Z',
      type: 'retail',
      signed_on: '2026-03-05',
      delivered_on: '2026-03-05',
    }));
    await stage.platform.db.insertInto('deals').values(many).execute();
    const report = await sales({ by: 'make' });
    expect(report.rows).toHaveLength(500);
    expect(report.isCut).toBe(true);
    expect(report.total.figures.units).toBe(501);
    // An export has all of them.
    const { client } = await stage.reader();
    const body = { period: 'custom', from: '2026-03-01', to: '2026-03-31', by: 'make' };
    const file = await client.raw('POST', '/api/reports/sales/export', { body });
    expect(file.body.trim().split('\r\n')).toHaveLength(1 + 501 + 1);
  });
});

test('gaps are stores whose records begin after the start of the span', async () => {
  await sold('2026-03-01');
  await sold('2026-03-02', { store: 'hyundai' });
  expect((await sales()).gaps).toEqual([
    { store: 'hyundai', since: '2026-03-02' },
    { store: 'chevrolet', since: null },
  ]);
  expect((await sales({ store: 'ford' })).gaps).toEqual([]);
});

describe('goals', () => {
  test('apply to a month of whole stores, with a projection from selling days', async () => {
    await stage.target('ford', '2026-03', 'sales', 'units', 26);
    for (const day of ['02', '05', '20']) await sold(`2026-03-${day}`);
    // Closed on Sundays: by Friday the 20th 17 of the 26 selling days of this March have begun.
    const report = await sales({ scope: ford });
    const pace = Math.round((3 / 17) * 26);
    expect(report.goals).toEqual({ units: { target: 26, pace, isOver: false } });
    const past = await sales({ scope: ford, now: '2026-04-10T12:00', period: 'last_month' });
    expect(past.goals).toEqual({ units: { target: 26, pace: null, isOver: true } });
  });

  test('of several stores are summed once each has one', async () => {
    await stage.target('ford', '2026-03', 'sales', 'units', 10);
    const two = { stores: ['ford', 'hyundai'] } as const;
    expect((await sales({ scope: two })).goals).toEqual({});
    await stage.target('hyundai', '2026-03', 'sales', 'units', 20);
    expect((await sales({ scope: two })).goals.units?.target).toBe(30);
    expect((await sales({ scope: two, store: 'ford' })).goals.units?.target).toBe(10);
  });

  test('of several stores have a projection once each store has had a selling day', async () => {
    const { db } = stage.platform;
    await sql`update lead_routing set hours = jsonb_set(hours, '{6}', hours -> 0)
      where store = 'hyundai'`.execute(db);
    for (const store of ['ford', 'hyundai'] as const)
      await stage.target(store, '2026-03', 'sales', 'units', 20);
    await sold('2026-03-01', { store: 'hyundai' });
    const goal = async (stores: Store[], day: string) =>
      (await sales({ scope: { stores }, now: `${day}T12:00` })).goals.units;
    // March 1 is a Sunday, when only Hyundai is open.
    expect(await goal(['hyundai'], '2026-03-01')).toMatchObject({ target: 20, pace: 31 });
    expect(await goal(['ford'], '2026-03-01')).toEqual({ target: 20, pace: null, isOver: false });
    expect(await goal(['ford', 'hyundai'], '2026-03-01')).toMatchObject({ target: 40, pace: null });
    await sold('2026-03-02');
    const both = await goal(['ford', 'hyundai'], '2026-03-02');
    expect(both).toMatchObject({ target: 40, pace: 26 + Math.round(31 / 2) });
    await sql`update lead_routing set hours = jsonb_set(hours, '{6}', 'null')
      where store = 'hyundai'`.execute(db);
  });

  test('do not apply with filters, other days, or another month', async () => {
    await stage.target('ford', '2026-03', 'sales', 'units', 10);
    const only = writeFilters([{ by: 'condition', key: 'new' }]);
    expect((await sales({ scope: ford, only })).goals).toEqual({});
    expect((await sales({ scope: ford, period: 'last_7_days' })).goals).toEqual({});
    expect((await sales({ scope: ford, period: 'last_month' })).goals).toEqual({});
    const store = writeFilters([{ by: 'store', key: 'ford' }]);
    expect((await sales({ only: store })).goals.units?.target).toBe(10);
  });

  test('of gross require access to financial reports', async () => {
    await stage.target('ford', '2026-03', 'sales', 'frontGross', 10_000_000);
    expect((await sales({ scope: ford })).goals.frontGross?.target).toBe(10_000_000);
    expect((await sales({ scope: { ...ford, dealMoney: false } })).goals).toEqual({});
  });

  test.each([
    ['2026-03-01', 3, [0], null],
    ['2026-03-02', 1, [0], 26],
    ['2026-03-31', 7, [0], 7],
    ['2026-03-10', 5, [], 16],
    ['2026-03-10', 5, [0, 1, 2, 3, 4, 5, 6], null],
  ])('until %s, with %i and closed on %j, the projection is %s', (to, reached, closed, pace) => {
    expect(paceOf({ from: '2026-03-01', to }, reached, closed)).toBe(pace);
  });
});
