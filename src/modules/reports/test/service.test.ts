import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { serviceReport } from '../server/reports/service/report.ts';
import { asking, at, foldNow, type Ledger, openLedger, read } from './ledger.ts';

let ledger: Ledger;
beforeAll(async () => {
  ledger = await openLedger();
});
beforeEach(() => ledger.empty());
afterAll(() => ledger.stop());

const march = (given = {}) => asking('2026-03-01', '2026-03-31', given);
const figures = (by?: string, given = {}) => read(ledger.db, serviceReport, march(given), by);

const brakes = {
  ...{ hours_flagged: 150, hours_actual: 120, labor_sale_cents: 24_000, labor_cost_cents: 6_000 },
  ...{ parts_sale_cents: 18_000, parts_cost_cents: 11_000 },
};
const recall = {
  ...{ pay_type: 'warranty', hours_flagged: 50, hours_actual: 80, labor_sale_cents: 6_000 },
  ...{ labor_cost_cents: 2_000 },
};
const declined = { declined: true, hours_flagged: 900, labor_sale_cents: 99_900 };

// Both ways to the figures: from the orders themselves, and from what is kept added up.
describe.each([
  ['from the orders', async () => {}],
  ['added up', () => foldNow(ledger.db)],
])('service, %s', (_, settle) => {
  test('worked out by hand', async () => {
    const opened_at = at('2026-03-08T09:00');
    await ledger.order({ opened_at, closed_at: at('2026-03-10T09:00') }, [brakes, recall]);
    await ledger.order({ opened_at, closed_at: at('2026-03-09T09:00') }, [brakes, declined]);
    await ledger.order({ opened_at, closed_at: at('2026-03-12T09:00'), status: 'void' }, [brakes]);
    await ledger.order({ opened_at, closed_at: null, status: 'in_work' }, [brakes]);
    await ledger.order({ opened_at, closed_at: at('2026-04-01T09:00') }, [brakes]);
    await settle();
    const { total, ford } = await figures();
    expect(total).toEqual({
      ...{ orders: 2, customerOrders: 2, warrantyOrders: 1, internalOrders: 0 },
      ...{ hours: 3.5, hoursPerOrder: 1.75, laborSales: 54_000, customerLaborSales: 48_000 },
      ...{ laborRate: 54_000 / 3.5, partsSales: 36_000, partsPerLabor: 0.75 },
      ...{ efficiency: 350 / 320, laborGrossShare: 40_000 / 54_000, partsGross: 14_000 },
      ...{ gross: 54_000, daysOpen: 1.5, oneLineShare: 1, declinedShare: 0.25 },
    });
    expect(ford).toEqual(total);
  });

  test('a line without worked hours does not make anybody faster', async () => {
    const closed_at = at('2026-03-10T09:00');
    await ledger.order({ opened_at: closed_at, closed_at }, [
      brakes,
      { ...brakes, hours_actual: 0 },
    ]);
    await settle();
    expect((await figures()).total).toMatchObject({ hours: 3, efficiency: 150 / 120 });
  });

  test('an order opened again is gone from its month, and of the one it is closed in at last', async () => {
    const opened_at = at('2026-03-08T09:00');
    const id = await ledger.order({ opened_at, closed_at: at('2026-03-31T23:59') }, [brakes]);
    await ledger.order({ opened_at, closed_at: at('2026-03-31T23:59') }, [recall]);
    await settle();
    const told = async () => {
      const months = await read(
        ledger.db,
        serviceReport,
        asking('2026-03-01', '2026-04-30'),
        'month',
      );
      return ['2026-03', '2026-04'].map((key) => [
        ...[months[key]?.orders, months[key]?.hours, months[key]?.customerOrders],
      ]);
    };
    const set = (row: object) =>
      ledger.db.updateTable('repair_orders').set(row).where('id', '=', id).execute();
    expect(await told()).toEqual([
      [2, 2, 1],
      [undefined, undefined, undefined],
    ]);
    await set({ status: 'in_work', closed_at: null });
    expect((await told())[0]).toEqual([1, 0.5, 0]);
    await settle();
    await set({ status: 'closed', closed_at: at('2026-04-01T00:00') });
    expect(await told()).toEqual([
      [1, 0.5, 0],
      [1, 1.5, 1],
    ]);
  });

  test('of a store is of that store, and a store without orders has no row', async () => {
    await ledger.order({}, [brakes]);
    await ledger.order({ store: 'hyundai' }, [brakes, brakes]);
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

  test('counts an order once in the total, and with each technician whose line it has', async () => {
    const [one, other] = [await ledger.hire(), await ledger.hire()];
    const by = (technician_id: number | null, line = brakes) => ({ ...line, technician_id });
    await ledger.order({}, [by(one.id), by(other.id), by(null, recall as never)]);
    await ledger.order({}, [by(one.id), { ...declined, technician_id: other.id }]);
    await settle();
    const told = await figures('technician');
    expect(told.total).toMatchObject({ orders: 2, hours: 5, oneLineShare: 0.5 });
    expect(told[one.id]).toMatchObject({ orders: 2, hours: 3, declinedShare: 0 });
    expect(told[other.id]).toMatchObject({ orders: 1, hours: 1.5, declinedShare: 0.5 });
    expect(told['']).toMatchObject({ orders: 1, hours: 0.5, customerOrders: 0, warrantyOrders: 1 });
    // Which of an order’s lines somebody else did says nothing of theirs.
    expect(told[one.id]?.oneLineShare).toBeNull();
    const only = [{ by: 'technician', key: String(other.id) }];
    expect((await figures('store', { only })).total).toEqual(told[other.id]);
    const nobody = [{ by: 'technician', key: '' }];
    expect((await figures('payType', { only: nobody })).warranty?.hours).toBe(0.5);
  });

  test('by pay type leaves out what kinds of orders mean only for whole ones', async () => {
    await ledger.order({}, [brakes, recall, { ...recall, pay_type: 'internal' }]);
    await ledger.order({}, [brakes]);
    await settle();
    const told = await figures('payType');
    expect(told.customer).toMatchObject({ orders: 2, hours: 3, laborSales: 48_000 });
    expect(told.warranty).toMatchObject({ orders: 1, laborRate: 12_000, partsPerLabor: null });
    expect(told.internal).toMatchObject({ orders: 1, customerOrders: null, oneLineShare: null });
    expect(told.total).toMatchObject({ orders: 2, internalOrders: 1, customerOrders: 2 });
  });

  test('narrows to a person, a pay type and a month at once', async () => {
    const [advisor, tech] = [await ledger.hire(), await ledger.hire()];
    const done = { ...brakes, technician_id: tech.id };
    await ledger.order({ advisor_id: advisor.id }, [done, recall]);
    await ledger.order({ advisor_id: advisor.id, closed_at: at('2026-03-31T23:59') }, [done]);
    await ledger.order({ closed_at: at('2026-03-20T12:00') }, [done]);
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
    expect(await orders({ by: 'advisor', key: 'nobody at all' })).toBe(0);
  });

  test('belongs to the day of the group’s clocks, also where they change', async () => {
    await ledger.order({ opened_at: at('2026-01-01T08:00'), closed_at: at('2026-02-28T23:59') });
    await ledger.order({ opened_at: at('2026-01-01T08:00'), closed_at: at('2026-03-01T00:00') });
    // The clocks go forward on March 8: the day has 23 hours.
    await ledger.order({ closed_at: at('2026-03-08T23:59'), opened_at: at('2026-03-08T00:00') });
    await ledger.order({ closed_at: at('2026-03-09T00:00'), opened_at: at('2026-03-08T00:00') });
    await settle();
    const orders = async (from: string, to: string) =>
      (await read(ledger.db, serviceReport, asking(from, to))).total?.orders;
    expect(await orders('2026-02-28', '2026-02-28')).toBe(1);
    expect(await orders('2026-03-01', '2026-03-01')).toBe(1);
    expect(await orders('2026-03-08', '2026-03-08')).toBe(1);
    expect(await orders('2026-03-01', '2026-03-09')).toBe(3);
    const months = await read(
      ledger.db,
      serviceReport,
      asking('2026-01-01', '2026-03-31'),
      'month',
    );
    expect([months['2026-02']?.orders, months['2026-03']?.orders]).toEqual([1, 3]);
    // Written up at midnight and closed a minute before the next: an hour less than a day.
    const day = asking('2026-03-08', '2026-03-08');
    const { total } = await read(ledger.db, serviceReport, day);
    expect(total?.daysOpen).toBeCloseTo((22 * 60 + 59) / 1_440, 6);
  });

  test('without anything is nothing, and divides by nothing', async () => {
    await ledger.order({}, []);
    await settle();
    const { total } = await figures();
    expect(total).toMatchObject({
      ...{ orders: 1, hours: 0, hoursPerOrder: 0, laborRate: null, partsPerLabor: null },
      ...{ laborGrossShare: null, oneLineShare: null, declinedShare: null, efficiency: null },
    });
    await ledger.empty();
    const none = await figures();
    expect(Object.keys(none)).toEqual(['total']);
    expect(none.total).toMatchObject({ orders: 0, hoursPerOrder: null, daysOpen: null });
  });
});

describe('the orders behind the figures', () => {
  const page = (given = {}, limit = 50, after?: string) =>
    serviceReport.records.read(ledger.db, march(given), { after, limit });

  test('come page by page, the latest first, each once', async () => {
    const ids: number[] = [];
    for (const day of [5, 7, 7, 9, 31]) {
      const closed_at = at(`2026-03-${String(day).padStart(2, '0')}T09:00`);
      const store = day === 9 ? 'hyundai' : 'ford';
      const opened_at = at('2026-03-01T00:00');
      ids.unshift(await ledger.order({ closed_at, opened_at, store }, [brakes]));
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

  test('add up to what they are behind, also narrowed to lines of theirs', async () => {
    const tech = await ledger.hire();
    await ledger.order({}, [{ ...brakes, technician_id: tech.id }, recall, declined]);
    await ledger.order({ store: 'hyundai' }, [brakes]);
    await ledger.order({}, [brakes, { ...recall, declined: true }]);
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

  test('of a store one has not are not among them, nor linked without the page', async () => {
    await ledger.order({ store: 'hyundai' }, [brakes]);
    await ledger.order({}, [brakes]);
    const { sight } = march();
    const { records } = await page({ stores: ['ford'], sight: { ...sight, customers: false } });
    expect(records.map(({ href, cells }) => [href, cells[2]])).toEqual([[null, 'Ford']]);
  });
});

test('says since when each store has closed orders', async () => {
  const opened_at = at('2025-01-01T08:00');
  await ledger.order({ opened_at, closed_at: at('2025-06-01T23:30') });
  await ledger.order({ opened_at, closed_at: at('2025-05-01T23:30'), status: 'void' });
  await ledger.order({ opened_at, closed_at: at('2025-08-01T10:00'), store: 'hyundai' });
  expect(await serviceReport.since(ledger.db, march())).toEqual([
    { store: 'ford', since: '2025-06-01' },
    { store: 'hyundai', since: '2025-08-01' },
    { store: 'chevrolet', since: null },
  ]);
});
