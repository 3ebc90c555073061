import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serviceReport } from '../server/reports/service/report.ts';
import {
  at,
  foldNow,
  openServiceStage,
  queryOf,
  read,
  type ServiceStage,
} from './service-stage.ts';

let stage: ServiceStage;
beforeAll(async () => {
  stage = await openServiceStage();
});
beforeEach(() => stage.empty());
afterAll(() => stage.stop());

const march = (values = {}) => queryOf('2026-03-01', '2026-03-31', values);
const figures = (by?: string, values = {}) => read(stage.db, serviceReport, march(values), by);

const brakes = {
  hours_flagged: 150,
  hours_actual: 120,
  labor_sale_cents: 24_000,
  labor_cost_cents: 6_000,
  parts_sale_cents: 18_000,
  parts_cost_cents: 11_000,
};
const recall = {
  pay_type: 'warranty',
  hours_flagged: 50,
  hours_actual: 80,
  labor_sale_cents: 6_000,
  labor_cost_cents: 2_000,
};
const declined = { declined: true, hours_flagged: 900, labor_sale_cents: 99_900 };

// Both paths to the figures: from the orders, and from the rollup.
describe.each([
  ['from the orders', async () => {}],
  ['from the rollup', () => foldNow(stage.db)],
])('service, %s', (_, settle) => {
  test('matches a hand calculation', async () => {
    const opened_at = at('2026-03-08T09:00');
    await stage.order({ opened_at, closed_at: at('2026-03-10T09:00') }, [brakes, recall]);
    await stage.order({ opened_at, closed_at: at('2026-03-09T09:00') }, [brakes, declined]);
    await stage.order({ opened_at, closed_at: at('2026-03-12T09:00'), status: 'void' }, [brakes]);
    await stage.order({ opened_at, closed_at: null, status: 'in_work' }, [brakes]);
    await stage.order({ opened_at, closed_at: at('2026-04-01T09:00') }, [brakes]);
    await settle();
    const { total, ford } = await figures();
    expect(total).toEqual({
      orders: 2,
      customerOrders: 2,
      warrantyOrders: 1,
      internalOrders: 0,
      hours: 3.5,
      hoursPerOrder: 1.75,
      laborSales: 54_000,
      customerLaborSales: 48_000,
      laborRate: 54_000 / 3.5,
      partsSales: 36_000,
      partsPerLabor: 0.75,
      efficiency: 350 / 320,
      laborGrossShare: 40_000 / 54_000,
      partsGross: 14_000,
      gross: 54_000,
      daysOpen: 1.5,
      oneLineShare: 1,
      declinedShare: 0.25,
    });
    expect(ford).toEqual(total);
  });

  test('a line without actual hours does not count for efficiency', async () => {
    const closed_at = at('2026-03-10T09:00');
    await stage.order({ opened_at: closed_at, closed_at }, [
      brakes,
      { ...brakes, hours_actual: 0 },
    ]);
    await settle();
    expect((await figures()).total).toMatchObject({ hours: 3, efficiency: 150 / 120 });
  });

  test('a reopened order leaves its month and counts in the month it is closed again', async () => {
    const opened_at = at('2026-03-08T09:00');
    const id = await stage.order({ opened_at, closed_at: at('2026-03-31T23:59') }, [brakes]);
    await stage.order({ opened_at, closed_at: at('2026-03-31T23:59') }, [recall]);
    await settle();
    const monthly = async () => {
      const months = await read(
        stage.db,
        serviceReport,
        queryOf('2026-03-01', '2026-04-30'),
        'month',
      );
      return ['2026-03', '2026-04'].map((key) => [
        ...[months[key]?.orders, months[key]?.hours, months[key]?.customerOrders],
      ]);
    };
    const set = (row: object) =>
      stage.db.updateTable('repair_orders').set(row).where('id', '=', id).execute();
    expect(await monthly()).toEqual([
      [2, 2, 1],
      [undefined, undefined, undefined],
    ]);
    await set({ status: 'in_work', closed_at: null });
    expect((await monthly())[0]).toEqual([1, 0.5, 0]);
    await settle();
    await set({ status: 'closed', closed_at: at('2026-04-01T00:00') });
    expect(await monthly()).toEqual([
      [1, 0.5, 0],
      [1, 1.5, 1],
    ]);
  });

  test('is grouped by store, without a row for a store without orders', async () => {
    await stage.order({}, [brakes]);
    await stage.order({ store: 'hyundai' }, [brakes, brakes]);
    await settle();
    const all = await figures();
    expect(Object.keys(all)).toEqual(expect.arrayContaining(['ford', 'hyundai', 'total']));
    expect(all).not.toHaveProperty('chevrolet');
    expect(all.hyundai).toMatchObject({ orders: 1, hours: 3, oneLineShare: 0 });
    expect((await figures('store', { stores: ['hyundai'] })).total).toEqual(all.hyundai);
    const only = [{ by: 'store', key: 'ford' }];
    expect((await figures('store', { only })).total).toEqual(all.ford);
    expect((await figures('store', { stores: ['hyundai'], only })).total).toMatchObject({
      orders: 0,
    });
  });

  test('counts an order once in the total, and for each technician with a line', async () => {
    const [one, other] = [await stage.addUser(), await stage.addUser()];
    const by = (technician_id: number | null, line = brakes) => ({ ...line, technician_id });
    await stage.order({}, [by(one.id), by(other.id), by(null, recall as never)]);
    await stage.order({}, [by(one.id), { ...declined, technician_id: other.id }]);
    await settle();
    const result = await figures('technician');
    expect(result.total).toMatchObject({ orders: 2, hours: 5, oneLineShare: 0.5 });
    expect(result[one.id]).toMatchObject({ orders: 2, hours: 3, declinedShare: 0 });
    expect(result[other.id]).toMatchObject({ orders: 1, hours: 1.5, declinedShare: 0.5 });
    expect(result['']).toMatchObject({
      orders: 1,
      hours: 0.5,
      customerOrders: 0,
      warrantyOrders: 1,
    });
    // One-line orders make no sense per technician.
    expect(result[one.id]?.oneLineShare).toBeNull();
    const only = [{ by: 'technician', key: String(other.id) }];
    expect((await figures('store', { only })).total).toEqual(result[other.id]);
    const unassigned = [{ by: 'technician', key: '' }];
    expect((await figures('payType', { only: unassigned })).warranty?.hours).toBe(0.5);
  });

  test('by pay type leaves out measures of whole orders', async () => {
    await stage.order({}, [brakes, recall, { ...recall, pay_type: 'internal' }]);
    await stage.order({}, [brakes]);
    await settle();
    const result = await figures('payType');
    expect(result.customer).toMatchObject({ orders: 2, hours: 3, laborSales: 48_000 });
    expect(result.warranty).toMatchObject({ orders: 1, laborRate: 12_000, partsPerLabor: null });
    expect(result.internal).toMatchObject({ orders: 1, customerOrders: null, oneLineShare: null });
    expect(result.total).toMatchObject({ orders: 2, internalOrders: 1, customerOrders: 2 });
  });

  test('can be filtered by employee, pay type and month at once', async () => {
    const [advisor, tech] = [await stage.addUser(), await stage.addUser()];
    const done = { ...brakes, technician_id: tech.id };
    await stage.order({ advisor_id: advisor.id }, [done, recall]);
    await stage.order({ advisor_id: advisor.id, closed_at: at('2026-03-31T23:59') }, [done]);
    await stage.order({ closed_at: at('2026-03-20T12:00') }, [done]);
    await settle();
    const mine = { by: 'advisor', key: String(advisor.id) };
    const paid = { by: 'payType', key: 'customer' };
    const did = { by: 'technician', key: String(tech.id) };
    const orders = async (...only: object[]) => (await figures('month', { only })).total?.orders;
    expect(await orders(mine)).toBe(2);
    expect(await orders(mine, paid)).toBe(2);
    expect(await orders(mine, { by: 'payType', key: 'warranty' })).toBe(1);
    expect(await orders(did, paid)).toBe(3);
    expect(await orders(mine, did, paid)).toBe(2);
    expect(await orders(mine, { by: 'month', key: '2026-03' })).toBe(2);
    expect(await orders(mine, { by: 'month', key: '2026-02' })).toBe(0);
    expect(await orders({ by: 'advisor', key: 'unknown' })).toBe(0);
  });

  test('uses the local day, also across daylight saving changes', async () => {
    await stage.order({ opened_at: at('2026-01-01T08:00'), closed_at: at('2026-02-28T23:59') });
    await stage.order({ opened_at: at('2026-01-01T08:00'), closed_at: at('2026-03-01T00:00') });
    // The clocks go forward on March 8: the day has 23 hours.
    await stage.order({ closed_at: at('2026-03-08T23:59'), opened_at: at('2026-03-08T00:00') });
    await stage.order({ closed_at: at('2026-03-09T00:00'), opened_at: at('2026-03-08T00:00') });
    await settle();
    const orders = async (from: string, to: string) =>
      (await read(stage.db, serviceReport, queryOf(from, to))).total?.orders;
    expect(await orders('2026-02-28', '2026-02-28')).toBe(1);
    expect(await orders('2026-03-01', '2026-03-01')).toBe(1);
    expect(await orders('2026-03-08', '2026-03-08')).toBe(1);
    expect(await orders('2026-03-01', '2026-03-09')).toBe(3);
    const months = await read(
      stage.db,
      serviceReport,
      queryOf('2026-01-01', '2026-03-31'),
      'month',
    );
    expect([months['2026-02']?.orders, months['2026-03']?.orders]).toEqual([1, 3]);
    // Opened at midnight and closed a minute before the next, on a 23-hour day.
    const day = queryOf('2026-03-08', '2026-03-08');
    const { total } = await read(stage.db, serviceReport, day);
    expect(total?.daysOpen).toBeCloseTo((22 * 60 + 59) / 1_440, 6);
  });

  test('without lines is zero, and ratios are null', async () => {
    await stage.order({}, []);
    await settle();
    const { total } = await figures();
    expect(total).toMatchObject({
      orders: 1,
      hours: 0,
      hoursPerOrder: 0,
      laborRate: null,
      partsPerLabor: null,
      laborGrossShare: null,
      oneLineShare: null,
      declinedShare: null,
      efficiency: null,
    });
    await stage.empty();
    const none = await figures();
    expect(Object.keys(none)).toEqual(['total']);
    expect(none.total).toMatchObject({ orders: 0, hoursPerOrder: null, daysOpen: null });
  });
});

describe('the orders behind the figures', () => {
  const page = (values = {}, limit = 50, after?: string) =>
    serviceReport.records.read(stage.db, march(values), { after, limit });

  test('are paged newest first without duplicates', async () => {
    const ids: number[] = [];
    for (const day of [5, 7, 7, 9, 31]) {
      const closed_at = at(`2026-03-${String(day).padStart(2, '0')}T09:00`);
      const store = day === 9 ? 'hyundai' : 'ford';
      const opened_at = at('2026-03-01T00:00');
      ids.unshift(await stage.order({ closed_at, opened_at, store }, [brakes]));
    }
    const first = await page({}, 3);
    const second = await page({}, 3, first.next ?? '');
    const shown = [...first.records, ...second.records].map(({ id }) => Number(id));
    expect(shown).toEqual(ids);
    expect(second.next).toBeNull();
    expect(first.records[0]?.cells.slice(1, 4)).toEqual(['2026-03-31', 'Ford', 'Odalys Wrenfield']);
    expect(first.records[0]?.href).toBe(`/customers/repair-orders?order=${ids[0]}`);
    await expect(page({}, 3, 'the next one')).rejects.toThrow('There is no such page');
    await expect(page({}, 3, '2026-02-31T00:00:00.000Z_1')).rejects.toThrow();
  });

  test('add up to the figures, also with filters on lines', async () => {
    const tech = await stage.addUser();
    await stage.order({}, [{ ...brakes, technician_id: tech.id }, recall, declined]);
    await stage.order({ store: 'hyundai' }, [brakes]);
    await stage.order({}, [brakes, { ...recall, declined: true }]);
    for (const only of [
      [],
      [{ by: 'technician', key: String(tech.id) }],
      [{ by: 'payType', key: 'warranty' }],
      [{ by: 'store', key: 'hyundai' }],
      [{ by: 'technician', key: '' }],
    ]) {
      const [{ records }, { total }] = [await page({ only }), await figures('store', { only })];
      const sum = (column: number) =>
        records.reduce((all, { cells }) => all + Number(cells[column]), 0);
      expect([records.length, sum(7), sum(8), sum(9), sum(10)]).toEqual([
        ...[total?.orders, total?.hours, total?.laborSales, total?.partsSales, total?.gross],
      ]);
    }
  });

  test('exclude other stores, and have no links without access to the page', async () => {
    await stage.order({ store: 'hyundai' }, [brakes]);
    await stage.order({}, [brakes]);
    const { scope } = march();
    const { records } = await page({ stores: ['ford'], scope: { ...scope, customers: false } });
    expect(records.map(({ href, cells }) => [href, cells[2]])).toEqual([[null, 'Ford']]);
  });
});

test('finds the first closed order of each store', async () => {
  const opened_at = at('2025-01-01T08:00');
  await stage.order({ opened_at, closed_at: at('2025-06-01T23:30') });
  await stage.order({ opened_at, closed_at: at('2025-05-01T23:30'), status: 'void' });
  await stage.order({ opened_at, closed_at: at('2025-08-01T10:00'), store: 'hyundai' });
  expect(await serviceReport.since(stage.db, march())).toEqual([
    { store: 'ford', since: '2025-06-01' },
    { store: 'hyundai', since: '2025-08-01' },
    { store: 'chevrolet', since: null },
  ]);
});
