import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { Store } from '../../../platform/contract/access.ts';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import { calculateStats } from '../server/calculate.ts';
import type { Scope } from '../server/policy.ts';
import { clearRecords, type DashboardStage, openDashboardStage } from './stage.ts';

const timezone = 'America/Chicago';
const fullScope: Scope = {
  stores: ['ford', 'hyundai', 'chevrolet'],
  gross: true,
  standings: true,
  records: true,
  stock: true,
};
const models = [
  { make: 'Ford', model: 'Bronco' },
  { make: 'Ford', model: 'Bronco Sport' },
  { make: 'Ford', model: 'Escape' },
];

let stage: DashboardStage;
beforeAll(async () => {
  stage = await openDashboardStage();
});
beforeEach(() => clearRecords(stage));
afterAll(() => stage.stop());

const at = (localTime: string) => instantOf(timezone, localTime);
const iso = (localTime: string) => new Date(at(localTime)).toISOString();
const statsAt = (localTime: string, scope: Partial<Scope> = {}) =>
  calculateStats(
    stage.platform.db,
    { ...fullScope, ...scope },
    { timezone, now: at(localTime), models },
  );
const sold = (day: string, values: object = {}) =>
  stage.deal({ signed_on: day, delivered_on: day, ...values });
const closed = (localTime: string, values: object = {}) =>
  stage.order({ opened_at: iso('2025-01-01T08:00'), closed_at: iso(localTime), ...values });

describe('the month to date', () => {
  test('matches a hand calculation', async () => {
    await sold('2026-03-01');
    await sold('2026-03-12', { store: 'hyundai', price_cents: 2_550_050, type: 'lease' });
    await sold('2026-03-13', { price_cents: 9_900_000 });
    for (const type of ['fleet', 'wholesale', 'dealer_trade']) await sold('2026-03-05', { type });
    const undone = { status: 'signed', delivered_on: null };
    await sold('2026-03-05', undone);
    await sold('2026-02-12');
    await sold('2026-02-13');
    await closed('2026-03-12T23:30');
    await closed('2026-03-02T09:00', { status: 'void' });
    await closed('2026-02-03T09:00', { store: 'chevrolet' });
    await closed('2026-02-20T09:00');

    const stats = await statsAt('2026-03-12T23:45');
    expect(stats.days).toEqual({
      from: '2026-03-01',
      to: '2026-03-12',
      beforeFrom: '2026-02-01',
      beforeTo: '2026-02-12',
    });
    expect(stats).toMatchObject({ totalSales: 55_500.5, vehiclesSold: 2, serviceOrders: 1 });
    expect(stats.before).toMatchObject({ totalSales: 30_000, vehiclesSold: 1, serviceOrders: 1 });
    expect(stats.months).toHaveLength(12);
    expect(stats.months.slice(-2)).toEqual(['2026-02', '2026-03']);
    expect(stats.history.vehiclesSold.slice(-3)).toEqual([null, 2, 2]);
    expect(stats.history.totalSales.slice(-3)).toEqual([null, 60_000, 55_500.5]);
    expect(stats.history.serviceOrders.slice(-3)).toEqual([null, 2, 1]);
  });

  test('ends with the day in the group time zone, not in UTC', async () => {
    await closed('2026-02-28T23:30');
    await closed('2026-03-01T00:00');
    const late = await statsAt('2026-02-28T23:59');
    expect(late).toMatchObject({
      serviceOrders: 1,
      days: { from: '2026-02-01', to: '2026-02-28' },
    });
    const next = await statsAt('2026-03-01T00:01');
    expect(next).toMatchObject({
      serviceOrders: 1,
      days: { from: '2026-03-01', to: '2026-03-01' },
    });
    expect(next.history.serviceOrders.slice(-2)).toEqual([1, 1]);
    expect(next.before.serviceOrders).toBe(0);
  });

  test.each([
    ['2026-03-31T12:00', '2026-02-01', '2026-02-28'],
    ['2026-03-29T12:00', '2026-02-01', '2026-02-28'],
    ['2026-05-31T12:00', '2026-04-01', '2026-04-30'],
    ['2026-01-15T12:00', '2025-12-01', '2025-12-15'],
    ['2024-03-29T12:00', '2024-02-01', '2024-02-29'],
  ])('at %s is compared with %s to %s', async (now, beforeFrom, beforeTo) => {
    await sold(beforeTo);
    const stats = await statsAt(now);
    expect(stats.days).toMatchObject({ beforeFrom, beforeTo });
    expect([stats.before.vehiclesSold, stats.vehiclesSold]).toEqual([1, 0]);
  });

  test('without records is zero, and earlier months are unknown', async () => {
    const stats = await statsAt('2026-03-12T12:00');
    expect(stats).toMatchObject({
      totalSales: 0,
      vehiclesSold: 0,
      serviceOrders: 0,
      activeCustomers: 0,
      before: { totalSales: 0, vehiclesSold: 0, serviceOrders: 0, activeCustomers: 0 },
    });
    for (const line of Object.values(stats.history)) expect(line).toEqual(Array(12).fill(null));
    expect(stats.standings?.map(({ gross, pace }) => [gross?.perUnitCents, pace])).toEqual(
      Array(3).fill([null, 0]),
    );
  });

  test('distinguishes a month without sales from one before the first records', async () => {
    await sold('2025-12-24');
    await sold('2026-03-02');
    const { history } = await statsAt('2026-03-12T12:00');
    expect(history.vehiclesSold).toEqual([...Array(8).fill(null), 1, 0, 0, 1]);
  });

  test('does not count records dated after today', async () => {
    await sold('2026-03-13');
    await closed('2026-03-13T00:00');
    expect(await statsAt('2026-03-12T23:59')).toMatchObject({ vehiclesSold: 0, serviceOrders: 0 });
  });
});

describe('active customers', () => {
  test('count once for any reason, and as the survivor of a merge', async () => {
    const [one, two, three] = [
      await stage.customer('One'),
      await stage.customer('Two'),
      await stage.customer('Three'),
    ];
    await sold('2026-03-03', { customer_id: one, opened_at: iso('2026-03-01T10:00') });
    await stage.order({
      customer_id: one,
      opened_at: iso('2026-03-04T10:00'),
      closed_at: null,
      status: 'open',
    });
    await stage.visit({ customer_id: two, arrived_at: iso('2026-03-04T10:00') });
    await stage.lead({ customer_id: three, received_at: iso('2026-03-05T10:00') });
    await stage.lead({ customer_id: three, received_at: iso('2026-02-05T10:00') });
    await stage.lead({ customer_id: two, received_at: iso('2026-02-25T10:00') });
    const stats = await statsAt('2026-03-12T12:00');
    expect([stats.activeCustomers, stats.before.activeCustomers]).toEqual([3, 1]);
    expect(stats.history.activeCustomers.slice(-3)).toEqual([null, 2, 3]);

    const merge = { merged_into_id: two, survivor_id: two };
    await stage.platform.db.updateTable('customers').set(merge).where('id', '=', three).execute();
    const merged = await statsAt('2026-03-12T12:00');
    expect(merged.activeCustomers).toBe(2);
    expect(merged.history.activeCustomers.slice(-2)).toEqual([1, 2]);
  });
});

describe('models', () => {
  test('come from the stock vehicle or the description on the deal; other makes include the make', async () => {
    const vehicle = await stage.vehicle({ make: 'Toyota', model: 'Camry' });
    await sold('2026-03-01', { vehicle_id: vehicle, vehicle: '2024 Toyota Camry SE' });
    await sold('2026-03-02', { vehicle: '2024 Ford Bronco Sport Big Bend' });
    await sold('2026-03-02', { vehicle: '2026 Ford Escape Active' });
    await sold('2026-03-03', { vehicle: '2026 Ford Escape ST-Line' });
    await sold('2026-02-03', { vehicle: '2026 Ford Escape ST-Line' });
    await sold('2026-03-03', { vehicle: 'Trailer, home-made' });
    const { brands } = await statsAt('2026-03-12T12:00');
    expect(brands[0]).toMatchObject({
      store: 'ford',
      units: 5,
      before: 1,
      models: [
        { name: 'Escape', units: 2, before: 1 },
        { name: 'Bronco Sport', units: 1, before: 0 },
        { name: 'Other vehicles', units: 1, before: 0 },
        { name: 'Toyota Camry', units: 1, before: 0 },
      ],
    });
    expect(brands.map(({ units }) => units)).toEqual([5, 0, 0]);
  });
});

describe('results by store', () => {
  test('match a hand calculation', async () => {
    await sold('2026-03-03', {
      trade_vehicle: 'A trade',
      trade_allowance_cents: 500_000,
      trade_payoff_cents: 0,
      trade_acv_cents: 450_000,
    });
    await sold('2026-03-07');
    await sold('2026-02-20', { status: 'funded', funded_on: '2026-02-25' });
    await stage.order({ status: 'in_work', closed_at: null, promised_at: iso('2026-03-12T11:59') });
    await stage.order({ status: 'in_work', closed_at: null, promised_at: iso('2026-03-12T12:01') });
    await stage.order({ promised_at: iso('2026-03-12T11:00') });
    await stage.lead();
    await stage.lead({
      status: 'contacted',
      answered_at: iso('2026-03-11T10:00'),
      answer_seconds: 60,
    });
    await stage.platform.db.updateTable('stock_units').set({ acquired_on: '2026-03-01' }).execute();
    for (const [day, status] of [
      ['2026-01-11', 'frontline'],
      ['2026-01-10', 'frontline'],
      ['2025-12-12', 'frontline'],
      ['2025-12-11', 'frontline'],
      ['2025-06-01', 'delivered'],
    ])
      await stage.vehicle({ acquired_on: day, status });
    const { standings = [] } = await statsAt('2026-03-12T12:00');
    // 10 of 26 selling days have passed: March 2026 starts on a Sunday and has five.
    expect(standings[0]).toEqual({
      store: 'ford',
      units: 2,
      before: 0,
      pace: Math.round((2 / 10) * 26),
      gross: {
        frontCents: 250_000,
        backCents: 180_000,
        backPerUnitCents: 90_000,
        perUnitCents: 215_000,
      },
      aged: { '61-90': 2, '90+': 1 },
      inTransit: { count: 2, oldestDays: 9 },
      lateOrders: 1,
      waitingLeads: 1,
    });
    expect(standings[1]).toMatchObject({
      units: 0,
      pace: 0,
      inTransit: { count: 0, oldestDays: null },
    });
  });

  test('have no pace before the first selling day', async () => {
    const { standings = [] } = await statsAt('2026-03-01T12:00');
    expect(standings.map(({ pace }) => pace)).toEqual([null, null, null]);
  });
});

describe('figures the reader may not see are left out', () => {
  const one = async (scope: Partial<Scope>) => {
    await sold('2026-03-03');
    return JSON.stringify(await statsAt('2026-03-12T12:00', scope));
  };
  test('gross', async () => {
    expect(await one({ gross: true })).toMatch(/gross/i);
    expect(await one({ gross: false })).not.toMatch(/gross/i);
  });
  test('comparison of stores', async () => {
    expect(await one({ standings: true })).toContain('standings');
    expect(await one({ standings: false })).not.toContain('standings');
  });
  test('records and stock', async () => {
    expect(await one({})).toMatch(/inTransit.*lateOrders.*waitingLeads/);
    expect(await one({ records: false })).not.toMatch(/inTransit|lateOrders|waitingLeads/);
    expect(await one({})).toContain('aged');
    expect(await one({ stock: false })).not.toContain('aged');
  });
  test('other stores', async () => {
    await closed('2026-03-02T10:00');
    await closed('2026-03-02T10:00', { store: 'hyundai' });
    await stage.lead({ store: 'hyundai', received_at: iso('2026-03-02T10:00') });
    await sold('2026-03-02', { store: 'hyundai' });
    const ofStores = (stores: Store[]) => statsAt('2026-03-12T12:00', { stores });
    const ford = await ofStores(['ford']);
    expect(ford).toMatchObject({
      totalSales: 0,
      vehiclesSold: 0,
      serviceOrders: 1,
      activeCustomers: 0,
    });
    expect(JSON.stringify(ford)).not.toContain('hyundai');
    expect(await ofStores(['hyundai'])).toMatchObject({
      totalSales: 30_000,
      vehiclesSold: 1,
      serviceOrders: 1,
      activeCustomers: 1,
    });
    expect(await ofStores([])).toMatchObject({
      totalSales: 0,
      serviceOrders: 0,
      brands: [],
      standings: [],
    });
  });
});
