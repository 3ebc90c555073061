import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agingBuckets } from '../../vehicles/contract/aging.ts';
import { stages } from '../../vehicles/contract/recon/stages.ts';
import { writeFilters } from '../contract/filters.ts';
import type { Report } from '../server/report.ts';
import { inventoryReport } from '../server/reports/stock/inventory.ts';
import { reconReport } from '../server/reports/stock/recon.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
beforeAll(async () => {
  stage = await openReportStage();
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

const only = (by: string, key: string) => writeFilters([{ by, key }]);
const inventory = (query: Parameters<ReportStage['run']>[1] = {}) => stage.run('inventory', query);
const recon = (query: Parameters<ReportStage['run']>[1] = {}) => stage.run('recon', query);
const sold = (day: string, values: object = {}) =>
  stage.deal({ signed_on: day, delivered_on: day, ...values });

test('aging buckets and stages match the vehicles module', () => {
  const keys = (report: Report, by: string) =>
    report.groupings.find(({ id }) => id === by)?.choices?.map(({ key }) => key);
  expect(keys(inventoryReport, 'aging')).toEqual(agingBuckets);
  expect([...(keys(reconReport, 'stage') ?? []), 'frontline']).toEqual(stages);
});

describe('inventory', () => {
  test('matches a hand calculation', async () => {
    const floored = {
      floorplan_lender: 'Bank',
      floored_on: '2026-03-15',
      floorplan_rate_bps: 730,
      floorplan_cents: 1_800_000,
      floorplan_year_days: 360,
      floorplan_free_days: 5,
    };
    const prices = { cost_cents: 2_000_000, list_cents: 2_400_000 };
    await stage.vehicle({ acquired_on: '2026-03-10', condition: 'new', ...prices, ...floored });
    await stage.vehicle({ acquired_on: '2026-01-09', cost_cents: 1_000_000, condition: 'cpo' });
    await stage.vehicle({ acquired_on: '2026-01-18', store: 'hyundai', list_cents: 900_000 });
    await stage.vehicle({ acquired_on: '2026-03-20', cost_cents: 1_000_000 });
    // Acquired later, and sold by the end of the day.
    await stage.vehicle({ acquired_on: '2026-03-21', cost_cents: 9_999_999 });
    const gone = { acquired_on: '2026-01-01', status: 'delivered', cost_cents: 9_999_999 };
    await stage.vehicle({ ...gone, gone_on: '2026-03-20' });
    await sold('2026-03-20');
    await sold('2026-02-19', { store: 'hyundai' });
    await sold('2026-02-18');
    await sold('2026-03-05', { type: 'wholesale' });
    const { total } = await inventory();
    expect(total.figures).toEqual({
      onGround: 4,
      inTransit: 0,
      soldNotDelivered: 0,
      loaners: 0,
      units: 4,
      new: 1,
      used: 3,
      value: 4_000_000,
      listValue: 3_300_000,
      // 10, 70, 61 and 0 days; two of them over sixty.
      stockDays: 35.25,
      agedShare: 0.5,
      agedValueShare: 0.25,
      // Two vehicles in thirty days.
      daysSupply: 60,
      turn: 6.083333,
      // The fifth day is the first that is not free: $18,000 at 7.3 % of 360 days is $3.65 per day.
      floored: 1_800_000,
      interest: 365,
    });
  });

  test('counts apart what is for sale here, on its way, sold and lent, and ages only the first', async () => {
    const old = { acquired_on: '2026-01-09', cost_cents: 1_000_000 };
    await stage.vehicle({ ...old, acquired_on: '2026-03-10' });
    await stage.vehicle({ ...old, status: 'in_transit' });
    await stage.vehicle({ ...old, class: 'loaner' });
    await stage.vehicle({ ...old, class: 'company' });
    await stage.vehicle({ ...old, status: 'sold', sold_on: '2026-03-15' });
    // Presold, and still on its way.
    await stage.vehicle({ ...old, status: 'sold', place: 'in_transit', sold_on: '2026-03-18' });
    const on = async (day: string, query: object = {}) =>
      (await inventory({ period: 'custom', from: day, to: day, ...query })).total.figures;
    const now = { units: 6, onGround: 1, inTransit: 1, soldNotDelivered: 2, loaners: 2 };
    expect(await on('2026-03-20')).toMatchObject({ ...now, stockDays: 10, agedShare: 0 });
    // Five days earlier one of the two was not sold yet, and on its way.
    const then = { units: 6, onGround: 1, inTransit: 2, soldNotDelivered: 1, loaners: 2 };
    expect(await on('2026-03-15')).toMatchObject({ ...then, stockDays: 5 });
    // Before that the other was for sale, and 64 days old.
    expect(await on('2026-03-14')).toMatchObject({ onGround: 2, stockDays: 34, agedShare: 0.5 });
    expect(await on('2026-03-20', { only: only('group', 'sold') })).toMatchObject({
      units: 2,
      stockDays: null,
      daysSupply: null,
    });
  });

  test('shows the end of the day', async () => {
    const past = { acquired_on: '2025-12-01', status: 'delivered', cost_cents: 500_000 };
    await stage.vehicle({ ...past, gone_on: '2026-03-10' });
    await stage.vehicle({ acquired_on: '2026-03-15', cost_cents: 500_000 });
    const on = async (day: string) =>
      (await inventory({ period: 'custom', from: day, to: day })).total.figures.units;
    expect(await on('2026-03-09')).toBe(1);
    expect(await on('2026-03-10')).toBe(0);
    expect(await on('2026-03-14')).toBe(0);
    expect(await on('2026-03-15')).toBe(1);
  });

  test('by month shows the end of each month, and the total the last one', async () => {
    await stage.vehicle({ acquired_on: '2026-01-10' });
    const gone = { acquired_on: '2026-01-31', status: 'wholesale', gone_on: '2026-03-01' };
    await stage.vehicle({ ...gone, created_at: '2025-12-01T12:00:00Z' });
    await stage.vehicle({ acquired_on: '2026-03-20' });
    const report = await inventory({ period: 'this_quarter', by: 'month' });
    expect(report.rows.map(({ label, figures }) => [label, figures.units])).toEqual([
      ['Jan 2026', 2],
      ['Feb 2026', 2],
      ['Mar 2026', 2],
    ]);
    expect(report.total.figures.units).toBe(2);
    expect(report.months.at(-1)?.figures?.stockDays).toBe(34.5);
    expect(report.months.at(-2)?.figures?.units).toBe(2);
    const february = await inventory({ period: 'this_quarter', only: only('month', '2026-02') });
    expect(february.total.figures).toMatchObject({ units: 2, stockDays: 38.5 });
  });

  test('by age uses the bucket limits, and has no days supply', async () => {
    const days = [0, 30, 31, 45, 46, 60, 61, 90, 91];
    const day = (ago: number) =>
      new Date(Date.parse('2026-03-20') - ago * 86_400_000).toISOString().slice(0, 10);
    for (const ago of days) await stage.vehicle({ acquired_on: day(ago) });
    await sold('2026-03-10');
    const report = await inventory({ by: 'aging' });
    expect(report.rows.map(({ key, figures }) => [key, figures.units])).toEqual([
      ...[
        ['0-30', 2],
        ['31-45', 2],
        ['46-60', 2],
        ['61-90', 2],
        ['90+', 1],
      ],
    ]);
    expect(report.rows.map(({ figures }) => figures.daysSupply)).toEqual(Array(5).fill(null));
    expect(report.total.figures.daysSupply).toBe(270);
    const aged = await inventory({ only: only('aging', '61-90') });
    expect(aged.total.figures).toMatchObject({ units: 2, stockDays: 75.5, daysSupply: null });
  });

  test('has days supply by make and model', async () => {
    await stage.vehicle({ make: 'Ford', model: 'Bronco' });
    await stage.vehicle({ make: 'Ford', model: 'Bronco Sport' });
    await stage.vehicle({ make: 'Kia', model: 'Soul' });
    await sold('2026-03-10', { vehicle: '2026 Ford Bronco Sport Big Bend' });
    await sold('2026-03-10', { vehicle: '2024 Toyota Camry' });
    const models = await inventory({ by: 'model' });
    expect(models.rows.map(({ key, figures }) => [key, figures.daysSupply])).toEqual([
      ['Ford Bronco', null],
      ['Ford Bronco Sport', 30],
      ['Kia Soul', null],
    ]);
    const makes = await inventory({ by: 'make', only: only('make', 'Ford') });
    expect(makes.rows.map(({ key, figures }) => [key, figures.daysSupply])).toEqual([['Ford', 60]]);
  });

  test('is unknown before the first vehicle left', async () => {
    await stage.vehicle({ acquired_on: '2025-01-10', created_at: '2026-03-05T12:00:00Z' });
    const { gaps, previous, total } = await inventory({ scope: { stores: ['ford'] } });
    expect(previous.to).toBe('2026-02-20');
    expect(total.previous.units).toBeNull();
    expect(total.figures.units).toBe(1);
    expect(gaps).toEqual([]);
    const before = { period: 'custom', from: '2026-03-01', to: '2026-03-04' } as const;
    const early = await inventory({ ...before, scope: { stores: ['ford'] } });
    expect(early.gaps).toEqual([{ store: 'ford', since: '2026-03-05' }]);
    expect(early.total.figures.units).toBeNull();
  });
});

describe('reconditioning', () => {
  /** A vehicle that is acquired, goes through two stages and reaches the frontline. */
  const through = async (acquired: string, line: string, values: object = {}) => {
    const vehicle = await stage.vehicle({ acquired_on: acquired, ...values });
    await stage.step(vehicle, 'mechanical', `${acquired}T08:00`, `${line}T08:00`, {
      estimate_cents: 100_000,
      actual_cents: 60_000,
    });
    await stage.step(vehicle, 'detail', `${line}T08:00`, `${line}T20:00`, {
      estimate_cents: 20_000,
    });
    await stage.step(vehicle, 'frontline', `${line}T20:00`, `${line}T20:00`);
    return vehicle;
  };

  test('matches a hand calculation', async () => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-03-06');
    await through('2026-03-02', '2026-03-12');
    // Acquired and finished in the previous span.
    await through('2026-02-20', '2026-02-28');
    const { total, gaps } = await recon({ scope: { stores: ['ford'] } });
    expect(total.figures).toEqual({
      // 3, 4 and 10 days.
      cars: 3,
      daysToLine: 4,
      slowDaysToLine: 8.8,
      late: 1,
      cost: 80_000,
      // 3, 4, 10 and three times half a day.
      steps: 6,
      stageDays: 1.75,
    });
    expect(gaps).toEqual([]);
  });

  test('by stage has durations, but no figures per vehicle', async () => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-03-07');
    const report = await recon({ by: 'stage' });
    expect(
      report.rows.map(({ label, figures }) => [label, figures.stageDays, figures.cars]),
    ).toEqual([
      ['Mechanical', 4, null],
      ['Detail', 0.5, null],
    ]);
    expect(report.total.figures).toMatchObject({ cars: 2, steps: 4 });
    const detail = await recon({ only: only('stage', 'detail') });
    expect(detail.total.figures).toMatchObject({ cars: null, daysToLine: null, steps: 2 });
  });

  test('counts a vehicle sent back to the shop only once', async () => {
    const vehicle = await through('2026-03-02', '2026-03-05');
    await stage.step(vehicle, 'intake', '2026-03-10T08:00', '2026-03-12T08:00');
    await stage.step(vehicle, 'frontline', '2026-03-12T08:00', '2026-03-12T08:00');
    expect((await recon()).total.figures).toMatchObject({ cars: 1, daysToLine: 3, cost: 80_000 });
  });

  test('starts over for a vehicle that came back as a trade-in', async () => {
    const vehicle = await stage.vehicle({ acquired_on: '2026-03-10' });
    await stage.step(vehicle, 'body', '2025-05-01T08:00', '2025-05-03T08:00', {
      actual_cents: 900_000,
    });
    await stage.step(vehicle, 'frontline', '2025-05-03T08:00', '2025-05-03T08:00');
    await stage.step(vehicle, 'detail', '2026-03-10T08:00', '2026-03-12T08:00', {
      actual_cents: 10_000,
    });
    await stage.step(vehicle, 'frontline', '2026-03-12T08:00', '2026-03-12T08:00');
    expect((await recon()).total.figures).toMatchObject({ cars: 1, daysToLine: 2, cost: 10_000 });
  });

  test('counts costs since acquisition, by local day, like the vehicle record', async () => {
    const vehicle = await stage.vehicle({ acquired_on: '2026-03-10' });
    const cost = (actual_cents: number) => ({ actual_cents });
    await stage.step(vehicle, 'body', '2026-03-09T23:59', '2026-03-10T00:00', cost(900_000));
    await stage.step(vehicle, 'detail', '2026-03-10T00:00', '2026-03-12T08:00', cost(10_000));
    await stage.step(vehicle, 'photos', '2026-03-12T08:00', '2026-03-14T08:00', cost(2_000));
    await stage.step(vehicle, 'frontline', '2026-03-14T08:00', '2026-03-14T08:00');
    await stage.step(vehicle, 'detail', '2026-03-15T08:00', '2026-03-16T08:00', cost(500_000));
    // Finished without any cost.
    const withoutCost = await stage.vehicle({ acquired_on: '2026-03-12' });
    await stage.step(withoutCost, 'frontline', '2026-03-13T08:00', '2026-03-13T08:00');
    const report = await recon({ by: 'month' });
    expect(report.total.figures).toMatchObject({ cars: 2, cost: 12_000 });
    expect(report.months.at(-1)?.figures).toMatchObject({ cars: 2, cost: 12_000 });
    expect((await recon({ scope: { money: false } })).total.figures.cost).toBeUndefined();
    const { client } = await stage.reader();
    const query = 'period=custom&from=2026-03-01&to=2026-03-20&only=';
    const { body } = await client.raw('GET', `/api/reports/recon/records?${query}`);
    const costs = body.records.map(({ cells }: { cells: unknown[] }) => cells.at(-1));
    expect(costs).toEqual([12_000, null]);
  });

  test('is known since the first completed or open stage', async () => {
    const ford = await stage.vehicle({ acquired_on: '2026-03-01' });
    await stage.step(ford, 'intake', '2026-03-04T23:30', '2026-03-05T23:30');
    await stage.step(ford, 'detail', '2026-03-05T23:30', null);
    const kia = await stage.vehicle({ acquired_on: '2026-03-01', store: 'hyundai' });
    await stage.step(kia, 'intake', '2026-03-07T08:00', null);
    expect((await recon()).gaps).toEqual([
      { store: 'ford', since: '2026-03-05' },
      { store: 'hyundai', since: '2026-03-07' },
      { store: 'chevrolet', since: null },
    ]);
  });

  test('ends a month in the group time zone', async () => {
    for (const line of ['2026-01-31T23:59', '2026-02-01T00:00', '2026-02-28T23:59']) {
      const vehicle = await stage.vehicle({ acquired_on: '2026-01-10' });
      await stage.step(vehicle, 'detail', '2026-01-10T08:00', line);
      await stage.step(vehicle, 'frontline', line, line);
    }
    const span = { period: 'custom', from: '2026-01-01', to: '2026-03-20' } as const;
    const cars = ({ rows }: Awaited<ReturnType<typeof recon>>) =>
      rows.map(({ key, figures }) => [key, figures.cars, figures.steps]);
    const months = await recon({ ...span, by: 'month' });
    expect(cars(months)).toEqual([
      ['2026-01', 1, 1],
      ['2026-02', 2, 2],
      ['2026-03', 0, 0],
    ]);
    const february = await recon({ ...span, only: only('month', '2026-02') });
    expect(february.total.figures.cars).toBe(2);
  });

  test('ends a day in the group time zone', async () => {
    const vehicle = await stage.vehicle({ acquired_on: '2026-03-01' });
    await stage.step(vehicle, 'detail', '2026-03-18T23:00', '2026-03-18T23:50');
    await stage.step(vehicle, 'frontline', '2026-03-18T23:50', '2026-03-18T23:50');
    const on = async (day: string) =>
      (await recon({ period: 'custom', from: day, to: day })).total.figures;
    expect(await on('2026-03-18')).toMatchObject({ cars: 1, steps: 1, daysToLine: 17 });
    expect(await on('2026-03-19')).toMatchObject({ cars: 0, steps: 0, daysToLine: null });
  });

  test('can be filtered by store, condition and make', async () => {
    await through('2026-03-02', '2026-03-05', { store: 'hyundai', condition: 'cpo', make: 'Kia' });
    await through('2026-03-02', '2026-03-06');
    for (const [by, key] of [
      ['store', 'hyundai'],
      ['condition', 'cpo'],
      ['make', 'Kia'],
    ] as const) {
      const report = await recon({ by, only: only(by, key) });
      expect(report.rows).toMatchObject([{ key, figures: { cars: 1, daysToLine: 3, steps: 2 } }]);
    }
  });

  test('its records are vehicles; filtered by a stage, those that left it', async () => {
    const vehicle = await through('2026-03-02', '2026-03-05');
    const { client } = await stage.reader();
    const read = async (filters = '') => {
      const query = `period=custom&from=2026-03-01&to=2026-03-20&only=${encodeURIComponent(filters)}`;
      return (await client.raw('GET', `/api/reports/recon/records?${query}`)).body.records;
    };
    const href = `/fleet?vehicle=${vehicle}`;
    expect(await read()).toMatchObject([{ href }]);
    expect((await read())[0].cells.slice(-3)).toEqual(['Frontline', 3, 80_000]);
    const [step] = await read(only('stage', 'mechanical'));
    expect([step.href, ...step.cells.slice(-3)]).toEqual([href, 'Mechanical', 3, 60_000]);
  });
});
