import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { writeFilters } from '../contract/filters.ts';
import { openReportStage, type ReportStage } from './stage.ts';

let stage: ReportStage;
beforeAll(async () => {
  stage = await openReportStage();
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

const sold = (day: string, values: object = {}, products?: readonly object[]) =>
  stage.deal({ signed_on: day, delivered_on: day, ...values }, products);
const sales = (query: Parameters<ReportStage['run']>[1] = {}) => stage.run('sales', query);
const finance = (query: Parameters<ReportStage['run']>[1] = {}) => stage.run('finance', query);
const only = (by: string, key: string) => writeFilters([{ by, key }]);
const unitsBy = (report: Awaited<ReturnType<ReportStage['run']>>) =>
  report.rows.map(({ label, figures }) => [label, figures.units]);

describe('sales', () => {
  test('match a hand calculation', async () => {
    const vehicle_id = await stage.vehicle({
      acquired_on: '2026-02-08',
      make: 'Ford',
      model: 'Escape',
    });
    await sold('2026-03-10', { vehicle_id });
    await sold('2026-03-12', {
      condition: 'used',
      type: 'lease',
      price_cents: 2_000_000,
      cost_cents: 1_600_000,
      trade_vehicle: '2016 Kia Soul',
      trade_allowance_cents: 500_000,
      trade_payoff_cents: 0,
      trade_acv_cents: 450_000,
    });
    await sold('2026-03-20', { condition: 'cpo', price_cents: 1_000_001, cost_cents: 0 });
    await sold('2026-03-02', { type: 'wholesale', price_cents: 700_000 });
    await sold('2026-03-03', { type: 'dealer_trade' });
    await sold('2026-03-04', { type: 'fleet' });
    const { total, span } = await sales();
    expect(span).toEqual({ from: '2026-03-01', to: '2026-03-20' });
    expect(total.figures).toEqual({
      units: 3,
      new: 1,
      used: 2,
      wholesale: 2,
      amount: 6_000_001,
      averagePrice: 2_000_000,
      // 3,000,000 − 2,800,000 − 20,000 − 30,000, and 2,000,000 − 1,600,000 − 50,000 − 50,000 over-allowance.
      frontGross: 150_000 + 300_000,
      frontPerUnit: 150_000,
      stockDays: 30,
      tradeShare: 0.333333,
    });
  });

  test('without deals are zero for counts and null for averages', async () => {
    await sold('2026-01-05');
    const { total, rows } = await sales();
    expect(total.figures).toMatchObject({ units: 0, amount: 0, frontGross: 0, wholesale: 0 });
    expect(total.figures).toMatchObject({ averagePrice: null, frontPerUnit: null });
    expect(total.figures).toMatchObject({ stockDays: null, tradeShare: null });
    expect(rows).toEqual([]);
  });

  test('do not count undone deals and future deliveries', async () => {
    await sold('2026-03-05', { status: 'signed', delivered_on: null });
    await sold('2026-03-21');
    await sold('2026-02-28');
    await sold('2026-03-01');
    expect((await sales()).total.figures.units).toBe(1);
  });

  test('recognize the make of a vehicle that was never in stock', async () => {
    await sold('2026-03-10', { vehicle: '2021 Land Rover Defender 110' });
    await sold('2026-03-10', { vehicle: '2021 LAND ROVER Discovery', condition: 'used' });
    await sold('2026-03-10', { vehicle: '2023 gmc Sierra' });
    await sold('2026-03-10', { vehicle: 'Kia Soul' });
    await sold('2026-03-10', { vehicle: '  2019  Hyundai Tucson' });
    const known = await stage.vehicle({ make: 'Chevrolet', model: 'Tahoe' });
    await sold('2026-03-10', { vehicle: '2026 Ford Escape', vehicle_id: known });
    expect(unitsBy(await sales({ by: 'make' }))).toEqual([
      ['Land Rover', 2],
      ['Chevrolet', 1],
      ['GMC', 1],
      ['Hyundai', 1],
      ['Kia', 1],
    ]);
  });

  test('distinguish a Bronco Sport from a Bronco and from unknown models', async () => {
    await stage.vehicle({ make: 'Ford', model: 'Bronco' });
    await stage.vehicle({ make: 'Ford', model: 'Bronco Sport' });
    await sold('2026-03-10', { vehicle: '2026 Ford Bronco Sport Big Bend' });
    await sold('2026-03-10', { vehicle: '2025 ford bronco sport Badlands' });
    await sold('2026-03-10', { vehicle: '2026 Ford Bronco' });
    await sold('2026-03-10', { vehicle: '2026 Ford Broncosaurus' });
    expect(unitsBy(await sales({ by: 'model' }))).toEqual([
      ['Ford Bronco Sport', 2],
      ['Ford Bronco', 1],
      ['Other vehicles', 1],
    ]);
    const narrowed = await sales({ by: 'month', only: only('model', 'Ford Bronco Sport') });
    expect(narrowed.total.figures.units).toBe(2);
    const others = await sales({ only: only('model', '') });
    expect(others.total.figures.units).toBe(1);
  });

  test('count a shared deal half for each salesperson, and house deals for no one', async () => {
    const first = await stage.addUser({ firstName: 'Ines', lastName: 'Okafor' });
    const second = await stage.addUser({ firstName: 'Juno', lastName: 'Park' });
    await sold('2026-03-10', { salesperson_id: first.id, second_salesperson_id: second.id });
    await sold('2026-03-11', { salesperson_id: first.id });
    await sold('2026-03-12', { salesperson_id: second.id });
    await sold('2026-03-13', { salesperson_id: null });
    const report = await sales({ by: 'salesperson' });
    expect(unitsBy(report)).toEqual(
      expect.arrayContaining([
        ['Ines Okafor', 1.5],
        ['Juno Park', 1.5],
        ['House deals', 1],
      ]),
    );
    expect(report.total.figures).toMatchObject({ units: 4, frontGross: 600_000 });
    const narrowed = await sales({ by: 'store', only: only('salesperson', String(second.id)) });
    expect(narrowed.total.figures).toMatchObject({
      units: 1.5,
      new: 1.5,
      amount: 4_500_000,
      averagePrice: 3_000_000,
      frontGross: 225_000,
      frontPerUnit: 150_000,
    });
    const house = await sales({ only: only('salesperson', '') });
    expect(house.narrowed).toMatchObject([{ label: 'House deals' }]);
    expect(house.total.figures.units).toBe(1);
    const office = await finance({ by: 'salesperson' });
    expect(office.rows.map(({ figures }) => figures.backGross).toSorted()).toEqual([
      ...[135_000, 135_000, 90_000],
    ]);
  });

  test('give the odd cent of a shared deal to the first salesperson', async () => {
    const second = await stage.addUser();
    await sold('2026-03-10', {
      second_salesperson_id: second.id,
      price_cents: 3_000_001,
      reserve_cents: 33_333,
    });
    const halfOf = async (report: 'sales' | 'finance', id: number) =>
      (await stage.run(report, { only: only('salesperson', String(id)) })).total.figures;
    expect(await halfOf('sales', stage.admin.id)).toMatchObject({
      units: 0.5,
      amount: 1_500_001,
      frontGross: 75_001,
    });
    expect(await halfOf('sales', second.id)).toMatchObject({
      units: 0.5,
      amount: 1_500_000,
      frontGross: 75_000,
    });
    expect((await halfOf('finance', stage.admin.id)).reserve).toBe(16_667);
    expect((await halfOf('finance', second.id)).reserve).toBe(16_666);
  });

  test('are grouped by closer, including none', async () => {
    const closer = await stage.addUser({ firstName: 'Wes', lastName: 'Novak' });
    await sold('2026-03-10', { closer_id: closer.id, salesperson_id: null });
    await sold('2026-03-10');
    await sold('2026-03-11');
    expect(unitsBy(await sales({ by: 'closer' }))).toEqual([
      ['No closer', 2],
      ['Wes Novak', 1],
    ]);
  });

  test.each([
    ['store', 'hyundai'],
    ['condition', 'used'],
    ['type', 'lease'],
    ['make', 'Kia'],
    ['month', '2026-03'],
  ])('can be filtered by %s, and so can their records', async (by, key) => {
    await stage.empty();
    await sold('2026-02-10');
    await sold('2026-03-10', {
      store: 'hyundai',
      condition: 'used',
      type: 'lease',
      vehicle: '2020 Kia Soul',
      price_cents: 1_111_100,
    });
    const query = { period: 'this_quarter', only: only(by, key) } as const;
    const report = await sales({ ...query, by });
    expect(report.total.figures).toMatchObject({ units: 1, amount: 1_111_100 });
    expect(report.rows.filter(({ figures }) => figures.units === 1)).toMatchObject([{ key }]);
    const reader = await stage.reader({ storeAccess: ['all'] });
    const days = 'period=custom&from=2026-01-01&to=2026-03-20';
    const { body } = await reader.client.raw(
      'GET',
      `/api/reports/sales/records?${days}&only=${encodeURIComponent(query.only)}`,
    );
    expect(body.records).toHaveLength(1);
    expect(body.records[0].cells).toContain('2020 Kia Soul');
  });

  test('add up to the total by every grouping', async () => {
    for (const [at, store] of (['ford', 'hyundai', 'chevrolet'] as const).entries()) {
      for (let day = 1; day <= 3 + at; day += 1) {
        const condition = (['new', 'used', 'cpo'] as const)[day % 3];
        await sold(`2026-03-0${day}`, { store, condition });
      }
    }
    const second = (await stage.addUser()).id;
    await sold('2026-03-09', { second_salesperson_id: second });
    const groupings = [
      'store',
      'make',
      'model',
      'condition',
      'type',
      'salesperson',
      'closer',
      'month',
    ];
    for (const by of groupings) {
      const { rows, total } = await sales({ by });
      expect(total.figures.units).toBe(13);
      for (const measure of ['units', 'amount', 'frontGross', 'wholesale'])
        expect(rows.reduce((sum, { figures }) => sum + (figures[measure] ?? 0), 0)).toBe(
          total.figures[measure],
        );
    }
  });
});

describe('finance', () => {
  const contract = { kind: 'service_contract', price_cents: 200_000, cost_cents: 80_000 };
  const gap = { kind: 'gap', price_cents: 80_000, cost_cents: 30_000 };

  test('matches a hand calculation', async () => {
    const first = { product_count: 2, products_cents: 280_000, products_gross_cents: 170_000 };
    await sold('2026-03-10', { ...first, funded_on: '2026-03-14', status: 'funded' }, [
      contract,
      gap,
    ]);
    const second = { product_count: 2, products_gross_cents: 240_000, reserve_cents: 0 };
    await sold('2026-03-12', { ...second, method: 'cash', lender: '' }, [contract, contract]);
    await sold('2026-03-13', { reserve_cents: 10_000, method: 'lease', type: 'lease' });
    await sold('2026-03-14', { status: 'funded', funded_on: '2026-03-16', reserve_cents: 0 });
    await sold('2026-03-15', { type: 'wholesale', reserve_cents: 999_999 });
    const { total } = await finance();
    expect(total.figures).toEqual({
      units: 4,
      reserve: 100_000,
      productsGross: 410_000,
      backGross: 510_000,
      backPerUnit: 127_500,
      totalPerUnit: 127_500 + 150_000,
      productsPerDeal: 1,
      contractShare: 0.5,
      gapShare: 0.25,
      maintenanceShare: 0,
      financeShare: 0.75,
      inTransit: 2,
      fundingDays: 3,
    });
  });

  test('is grouped by lender and finance manager, including none', async () => {
    const manager = await stage.addUser({
      firstName: 'Gil',
      lastName: 'Stone',
      department: 'finance',
    });
    await sold('2026-03-10', { finance_manager_id: manager.id });
    await sold('2026-03-10', { finance_manager_id: manager.id, lender: 'Smith; Sons: 100 %' });
    await sold('2026-03-10', { method: 'cash', lender: 'Own bank' });
    expect(unitsBy(await finance({ by: 'financeManager' }))).toEqual(
      expect.arrayContaining([
        ['Gil Stone', 2],
        ['No finance manager', 1],
      ]),
    );
    const lenders = await finance({ by: 'lender' });
    expect(lenders.rows.map(({ label }) => label).sort()).toEqual([
      ...['Flint Hills Bank', 'No lender', 'Smith; Sons: 100 %'],
    ]);
    const narrowed = await finance({ only: only('lender', 'Smith; Sons: 100 %') });
    expect(narrowed.total.figures.units).toBe(1);
    expect(narrowed.narrowed).toMatchObject([{ label: 'Smith; Sons: 100 %' }]);
  });

  test('counts a deal once, however many products it has', async () => {
    await sold('2026-03-10', { product_count: 3 }, [contract, contract, gap]);
    expect((await finance()).total.figures).toMatchObject({ units: 1, contractShare: 1 });
  });
});

describe('product shares', () => {
  const db = () => stage.platform.db;
  const march = () =>
    stage
      .run('finance', { period: 'custom', from: '2026-03-01', to: '2026-03-31' })
      .then(({ total }) => total.figures);
  const shares = async () => {
    const { contractShare, gapShare, maintenanceShare } = await march();
    return [contractShare, gapShare, maintenanceShare];
  };

  test('follow changes of the products', async () => {
    const id = await sold('2026-03-10', {}, [{ kind: 'gap' }, { kind: 'service_contract' }]);
    const other = await sold('2026-03-11');
    expect(await shares()).toEqual([0.5, 0.5, 0]);
    await sql`update deal_products set kind = 'maintenance' where deal_id = ${id} and kind = 'gap'`.execute(
      db(),
    );
    expect(await shares()).toEqual([0.5, 0, 0.5]);
    await sql`update deal_products set deal_id = ${other}, position = 7
      where deal_id = ${id} and kind = 'maintenance'`.execute(db());
    expect(await shares()).toEqual([0.5, 0, 0.5]);
    await sql`delete from deal_products where deal_id = ${id}`.execute(db());
    expect(await shares()).toEqual([0, 0, 0.5]);
  });

  test('are correct after concurrent writes to one deal', async () => {
    const id = await sold('2026-03-10');
    const add = (kind: string, position: number, until: Promise<void>) =>
      db()
        .transaction()
        .execute(async (tx) => {
          await sql`insert into deal_products (deal_id, position, kind, price_cents)
            values (${id}, ${position}, ${kind}, 0)`.execute(tx);
          await until;
        });
    const written = Promise.withResolvers<void>();
    const [gap, maintenance] = [
      add('gap', 1, written.promise),
      add('maintenance', 2, written.promise),
    ];
    // The second writer waits for the first before it reads.
    await vi.waitUntil(async () => {
      const { rows } = await sql`select from pg_locks where not granted`.execute(db());
      return rows.length > 0;
    });
    written.resolve();
    await Promise.all([gap, maintenance]);
    expect(await shares()).toEqual([0, 1, 1]);
  });
});
