import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { agingBuckets } from '../../vehicles/contract/aging.ts';
import { stages } from '../../vehicles/contract/recon/stages.ts';
import { writeNarrowings } from '../contract/narrowing.ts';
import type { Report } from '../server/report.ts';
import { inventoryReport } from '../server/reports/stock/inventory.ts';
import { reconReport } from '../server/reports/stock/recon.ts';
import { type Books, openBooks } from './books.ts';

let books: Books;
beforeAll(async () => {
  books = await openBooks();
});
beforeEach(() => books.empty());
afterAll(() => books.stop());

const only = (by: string, key: string) => writeNarrowings([{ by, key }]);
const inventory = (asked: Parameters<Books['ask']>[1] = {}) => books.ask('inventory', asked);
const recon = (asked: Parameters<Books['ask']>[1] = {}) => books.ask('recon', asked);
const sold = (day: string, given: object = {}) =>
  books.deal({ signed_on: day, delivered_on: day, ...given });

test('ages and stages are those of the stock itself', () => {
  const keys = (report: Report, by: string) =>
    report.groupings.find(({ id }) => id === by)?.choices?.map(({ key }) => key);
  expect(keys(inventoryReport, 'aging')).toEqual(agingBuckets);
  expect([...(keys(reconReport, 'stage') ?? []), 'frontline']).toEqual(stages);
});

describe('the stock', () => {
  test('worked out by hand', async () => {
    const floored = { floorplan_lender: 'Bank', floored_on: '2026-03-15', floorplan_rate_bps: 730 };
    const prices = { cost_cents: 2_000_000, list_cents: 2_400_000 };
    await books.car({ acquired_on: '2026-03-10', condition: 'new', ...prices, ...floored });
    await books.car({ acquired_on: '2026-01-09', cost_cents: 1_000_000, condition: 'cpo' });
    await books.car({ acquired_on: '2026-01-18', store: 'hyundai', list_cents: 900_000 });
    await books.car({ acquired_on: '2026-03-20', cost_cents: 1_000_000 });
    // Acquired later, and gone by the end of the day.
    await books.car({ acquired_on: '2026-03-21', cost_cents: 9_999_999 });
    const gone = { acquired_on: '2026-01-01', status: 'delivered', cost_cents: 9_999_999 };
    await books.car({ ...gone, gone_on: '2026-03-20' });
    await sold('2026-03-20');
    await sold('2026-02-19', { store: 'hyundai' });
    await sold('2026-02-18');
    await sold('2026-03-05', { type: 'wholesale' });
    const { total } = await inventory();
    expect(total.figures).toEqual({
      ...{ units: 4, new: 1, used: 3, value: 4_000_000, listValue: 3_300_000 },
      // 10, 70, 61 and 0 days; two of them for more than sixty.
      ...{ stockDays: 35.25, agedShare: 0.5, agedValueShare: 0.25 },
      // Two units in thirty days.
      ...{ daysSupply: 60, turn: 6.083333 },
      // $20,000 at 7.3 % a year are $4 a day.
      interest: 400,
    });
  });

  test('is as it was at the end of the day', async () => {
    const past = { acquired_on: '2025-12-01', status: 'delivered', cost_cents: 500_000 };
    await books.car({ ...past, gone_on: '2026-03-10' });
    await books.car({ acquired_on: '2026-03-15', cost_cents: 500_000 });
    const on = async (day: string) =>
      (await inventory({ period: 'custom', from: day, to: day })).total.figures.units;
    expect(await on('2026-03-09')).toBe(1);
    expect(await on('2026-03-10')).toBe(0);
    expect(await on('2026-03-14')).toBe(0);
    expect(await on('2026-03-15')).toBe(1);
  });

  test('by month stands as at the end of each, and its total as at the last', async () => {
    await books.car({ acquired_on: '2026-01-10' });
    const gone = { acquired_on: '2026-01-31', status: 'wholesale', gone_on: '2026-03-01' };
    await books.car({ ...gone, created_at: '2025-12-01T12:00:00Z' });
    await books.car({ acquired_on: '2026-03-20' });
    const told = await inventory({ period: 'this_quarter', by: 'month' });
    expect(told.rows.map(({ label, figures }) => [label, figures.units])).toEqual([
      ['Jan 2026', 2],
      ['Feb 2026', 2],
      ['Mar 2026', 2],
    ]);
    expect(told.total.figures.units).toBe(2);
    expect(told.months.at(-1)?.figures?.stockDays).toBe(34.5);
    expect(told.months.at(-2)?.figures?.units).toBe(2);
    const february = await inventory({ period: 'this_quarter', only: only('month', '2026-02') });
    expect(february.total.figures).toMatchObject({ units: 2, stockDays: 38.5 });
  });

  test('by age has the edges of the lot, and no pace of its own', async () => {
    const days = [0, 30, 31, 45, 46, 60, 61, 90, 91];
    const day = (ago: number) =>
      new Date(Date.parse('2026-03-20') - ago * 86_400_000).toISOString().slice(0, 10);
    for (const ago of days) await books.car({ acquired_on: day(ago) });
    await sold('2026-03-10');
    const told = await inventory({ by: 'aging' });
    expect(told.rows.map(({ key, figures }) => [key, figures.units])).toEqual([
      ...[
        ['0-30', 2],
        ['31-45', 2],
        ['46-60', 2],
        ['61-90', 2],
        ['90+', 1],
      ],
    ]);
    expect(told.rows.map(({ figures }) => figures.daysSupply)).toEqual(Array(5).fill(null));
    expect(told.total.figures.daysSupply).toBe(270);
    const aged = await inventory({ only: only('aging', '61-90') });
    expect(aged.total.figures).toMatchObject({ units: 2, stockDays: 75.5, daysSupply: null });
  });

  test('knows how fast each make and model is sold', async () => {
    await books.car({ make: 'Ford', model: 'Bronco' });
    await books.car({ make: 'Ford', model: 'Bronco Sport' });
    await books.car({ make: 'Kia', model: 'Soul' });
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

  test('of a day before the first car left is not known', async () => {
    await books.car({ acquired_on: '2025-01-10', created_at: '2026-03-05T12:00:00Z' });
    const { gaps, previous, total } = await inventory({ sight: { stores: ['ford'] } });
    expect(previous.to).toBe('2026-02-20');
    expect(total.previous.units).toBeNull();
    expect(total.figures.units).toBe(1);
    expect(gaps).toEqual([]);
    const before = { period: 'custom', from: '2026-03-01', to: '2026-03-04' } as const;
    const early = await inventory({ ...before, sight: { stores: ['ford'] } });
    expect(early.gaps).toEqual([{ store: 'ford', since: '2026-03-05' }]);
    expect(early.total.figures.units).toBeNull();
  });
});

describe('reconditioning', () => {
  /** A car that is acquired, goes through two stages and reaches the line. */
  const through = async (acquired: string, line: string, given: object = {}) => {
    const car = await books.car({ acquired_on: acquired, ...given });
    await books.step(car, 'mechanical', `${acquired}T08:00`, `${line}T08:00`, {
      ...{ estimate_cents: 100_000, actual_cents: 60_000 },
    });
    await books.step(car, 'detail', `${line}T08:00`, `${line}T20:00`, { estimate_cents: 20_000 });
    await books.step(car, 'frontline', `${line}T20:00`, `${line}T20:00`);
    return car;
  };

  test('worked out by hand', async () => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-03-06');
    await through('2026-03-02', '2026-03-12');
    // The last days of February: acquired in the span before, and finished in it.
    await through('2026-02-20', '2026-02-28');
    const { total, gaps } = await recon({ sight: { stores: ['ford'] } });
    expect(total.figures).toEqual({
      // Three, four and ten days.
      ...{ cars: 3, daysToLine: 4, slowDaysToLine: 8.8, late: 1, cost: 80_000 },
      // 3, 4, 10 and three times half a day.
      ...{ steps: 6, stageDays: 1.75 },
    });
    expect(gaps).toEqual([]);
  });

  test('by stage tells how long each takes, and nothing of whole cars', async () => {
    await through('2026-03-02', '2026-03-05');
    await through('2026-03-02', '2026-03-07');
    const told = await recon({ by: 'stage' });
    expect(told.rows.map(({ label, figures }) => [label, figures.stageDays, figures.cars])).toEqual(
      [
        ['Mechanical', 4, null],
        ['Detail', 0.5, null],
      ],
    );
    expect(told.total.figures).toMatchObject({ cars: 2, steps: 4 });
    const detail = await recon({ only: only('stage', 'detail') });
    expect(detail.total.figures).toMatchObject({ cars: null, daysToLine: null, steps: 2 });
  });

  test('counts a car that was sent back to the shop only the first time', async () => {
    const car = await through('2026-03-02', '2026-03-05');
    await books.step(car, 'intake', '2026-03-10T08:00', '2026-03-12T08:00');
    await books.step(car, 'frontline', '2026-03-12T08:00', '2026-03-12T08:00');
    expect((await recon()).total.figures).toMatchObject({ cars: 1, daysToLine: 3, cost: 80_000 });
  });

  test('begins anew with a car that came back as a trade', async () => {
    const car = await books.car({ acquired_on: '2026-03-10' });
    await books.step(car, 'body', '2025-05-01T08:00', '2025-05-03T08:00', {
      actual_cents: 900_000,
    });
    await books.step(car, 'frontline', '2025-05-03T08:00', '2025-05-03T08:00');
    await books.step(car, 'detail', '2026-03-10T08:00', '2026-03-12T08:00', {
      actual_cents: 10_000,
    });
    await books.step(car, 'frontline', '2026-03-12T08:00', '2026-03-12T08:00');
    expect((await recon()).total.figures).toMatchObject({ cars: 1, daysToLine: 2, cost: 10_000 });
  });

  test('costs what was done since it was acquired, by the clocks of the group, as its record says', async () => {
    const car = await books.car({ acquired_on: '2026-03-10' });
    const cost = (actual_cents: number) => ({ actual_cents });
    await books.step(car, 'body', '2026-03-09T23:59', '2026-03-10T00:00', cost(900_000));
    await books.step(car, 'detail', '2026-03-10T00:00', '2026-03-12T08:00', cost(10_000));
    await books.step(car, 'photos', '2026-03-12T08:00', '2026-03-14T08:00', cost(2_000));
    await books.step(car, 'frontline', '2026-03-14T08:00', '2026-03-14T08:00');
    await books.step(car, 'detail', '2026-03-15T08:00', '2026-03-16T08:00', cost(500_000));
    // Finished, and nothing of it entered.
    const bare = await books.car({ acquired_on: '2026-03-12' });
    await books.step(bare, 'frontline', '2026-03-13T08:00', '2026-03-13T08:00');
    const told = await recon({ by: 'month' });
    expect(told.total.figures).toMatchObject({ cars: 2, cost: 12_000 });
    expect(told.months.at(-1)?.figures).toMatchObject({ cars: 2, cost: 12_000 });
    expect((await recon({ sight: { money: false } })).total.figures.cost).toBeUndefined();
    const { client } = await books.reader();
    const query = 'period=custom&from=2026-03-01&to=2026-03-20&only=';
    const { body } = await client.raw('GET', `/api/reports/recon/records?${query}`);
    const costs = body.records.map(({ cells }: { cells: unknown[] }) => cells.at(-1));
    expect(costs).toEqual([12_000, null]);
  });

  test('is known since the first stage that was left, or is not yet', async () => {
    const ford = await books.car({ acquired_on: '2026-03-01' });
    await books.step(ford, 'intake', '2026-03-04T23:30', '2026-03-05T23:30');
    await books.step(ford, 'detail', '2026-03-05T23:30', null);
    const kia = await books.car({ acquired_on: '2026-03-01', store: 'hyundai' });
    await books.step(kia, 'intake', '2026-03-07T08:00', null);
    expect((await recon()).gaps).toEqual([
      { store: 'ford', since: '2026-03-05' },
      { store: 'hyundai', since: '2026-03-07' },
      { store: 'chevrolet', since: null },
    ]);
  });

  test('ends a month by the clocks of the group', async () => {
    for (const line of ['2026-01-31T23:59', '2026-02-01T00:00', '2026-02-28T23:59']) {
      const car = await books.car({ acquired_on: '2026-01-10' });
      await books.step(car, 'detail', '2026-01-10T08:00', line);
      await books.step(car, 'frontline', line, line);
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

  test('ends a day by the clocks of the group', async () => {
    const car = await books.car({ acquired_on: '2026-03-01' });
    await books.step(car, 'detail', '2026-03-18T23:00', '2026-03-18T23:50');
    await books.step(car, 'frontline', '2026-03-18T23:50', '2026-03-18T23:50');
    const on = async (day: string) =>
      (await recon({ period: 'custom', from: day, to: day })).total.figures;
    expect(await on('2026-03-18')).toMatchObject({ cars: 1, steps: 1, daysToLine: 17 });
    expect(await on('2026-03-19')).toMatchObject({ cars: 0, steps: 0, daysToLine: null });
  });

  test('of a store, a condition and a make', async () => {
    await through('2026-03-02', '2026-03-05', { store: 'hyundai', condition: 'cpo', make: 'Kia' });
    await through('2026-03-02', '2026-03-06');
    for (const [by, key] of [
      ['store', 'hyundai'],
      ['condition', 'cpo'],
      ['make', 'Kia'],
    ] as const) {
      const told = await recon({ by, only: only(by, key) });
      expect(told.rows).toMatchObject([{ key, figures: { cars: 1, daysToLine: 3, steps: 2 } }]);
    }
  });

  test('its records are the cars, and narrowed to a stage those that left it', async () => {
    const car = await through('2026-03-02', '2026-03-05');
    const { client } = await books.reader();
    const read = async (narrowed = '') => {
      const query = `period=custom&from=2026-03-01&to=2026-03-20&only=${encodeURIComponent(narrowed)}`;
      return (await client.raw('GET', `/api/reports/recon/records?${query}`)).body.records;
    };
    const href = `/fleet?vehicle=${car}`;
    expect(await read()).toMatchObject([{ href }]);
    expect((await read())[0].cells.slice(-3)).toEqual(['Frontline', 3, 80_000]);
    const [step] = await read(only('stage', 'mechanical'));
    expect([step.href, ...step.cells.slice(-3)]).toEqual([href, 'Mechanical', 3, 60_000]);
  });
});
