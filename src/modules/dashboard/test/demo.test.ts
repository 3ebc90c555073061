import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { Stats } from '../contract.ts';

// The figures of the demo group once more, by plain questions that share nothing with how they are reckoned.
let forecourt: TestForecourt;
const signIn = async (username: string) => {
  const browser = await forecourt.signIn(username);
  return (await browser.raw('GET', '/api/dashboard/stats')).body as Stats;
};
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

const zone = defaultTimezone;
const today = sql`(now() at time zone ${zone})::date`;
const month = (ago: number) => sql`date_trunc('month', ${today} - make_interval(months => ${ago}))`;
const inMonth = (day: ReturnType<typeof sql>, ago: number) =>
  sql`date_trunc('month', ${day}) = ${month(ago)} and ${day} <= ${today}`;
const one = async (query: ReturnType<typeof sql>) => {
  const { rows } = await sql<{ n: number | string }>`select (${query}) as n`.execute(
    forecourt.platform.db,
  );
  return Number(rows[0]?.n);
};
const closedOn = sql`(closed_at at time zone ${zone})::date`;
const delivered = sql`type in ('retail', 'lease') and status in ('delivered', 'funded')`;
const ago = Array.from({ length: 12 }, (_, at) => 11 - at);

describe('of all stores', () => {
  test('month by month', async () => {
    const { history, vehiclesSold, totalSales, serviceOrders } = await signIn('admin');
    const day = sql`delivered_on`;
    for (const [at, months] of ago.entries()) {
      const units = await one(
        sql`select count(*) from deals where ${delivered} and ${inMonth(day, months)}`,
      );
      const cents = await one(
        sql`select coalesce(sum(price_cents), 0) from deals where ${delivered} and ${inMonth(day, months)}`,
      );
      const orders = await one(
        sql`select count(*) from repair_orders where status = 'closed' and ${inMonth(closedOn, months)}`,
      );
      expect(history.vehiclesSold[at] ?? 0, `${months} months ago`).toBe(units);
      expect(history.totalSales[at] ?? 0).toBeCloseTo(cents / 100, 2);
      expect(history.serviceOrders[at] ?? 0).toBe(orders);
    }
    expect(history.vehiclesSold[11]).toBe(vehiclesSold);
    expect(history.totalSales[11]).toBe(totalSales);
    expect(history.serviceOrders[11]).toBe(serviceOrders);
    expect(vehiclesSold).toBeGreaterThan(0);
  });

  test('customers, each once', async () => {
    const { activeCustomers, history } = await signIn('admin');
    const seen = (months: number) => {
      const at = (column: string) =>
        inMonth(sql`(${sql.ref(column)} at time zone ${zone})::date`, months);
      return one(sql`select count(distinct c.root_id) from customers c where c.id in (
        select customer_id from repair_orders where ${at('opened_at')}
        union select customer_id from deals where ${at('opened_at')}
        union select customer_id from deals where ${inMonth(sql`delivered_on`, months)}
        union select customer_id from customer_ups where ${at('arrived_at')}
        union select customer_id from leads where ${at('received_at')})`);
    };
    expect(activeCustomers).toBe(await seen(0));
    expect(history.activeCustomers[10]).toBe(await seen(1));
    expect(history.activeCustomers[6]).toBe(await seen(5));
  });

  test('the models come to the whole, and the stores too', async () => {
    const { brands, vehiclesSold, before } = await signIn('admin');
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(brands.map(({ units }) => units))).toBe(vehiclesSold);
    for (const { models, units, ...brand } of brands) {
      expect(sum(models.map((model) => model.units))).toBe(units);
      expect(sum(models.map((model) => model.before))).toBe(brand.before);
      expect(models.map(({ name }) => name)).not.toContain('Other cars');
    }
    expect(sum(brands.map((brand) => brand.before))).toBe(before.vehiclesSold);
  });
});

test('of one store, gross and what waits', async () => {
  const { standings, brands } = await signIn('gm');
  expect(standings?.map(({ store }) => store)).toEqual(['ford']);
  const ford = sql`store = 'ford'`;
  const inThis = sql`${delivered} and ${ford} and ${inMonth(sql`delivered_on`, 0)}`;
  const [row] = standings ?? [];
  expect(row?.gross?.frontCents).toBe(
    await one(sql`select coalesce(sum(price_cents - cost_cents - recon_cents - pack_cents
      - coalesce(trade_allowance_cents - trade_acv_cents, 0)) filter (where cost_cents > 0), 0)
      from deals where ${inThis}`),
  );
  expect(row?.gross?.backCents).toBe(
    await one(sql`select coalesce(sum(reserve_cents), 0) + coalesce((
      select sum(p.price_cents - p.cost_cents) from deal_products p
      where p.deal_id in (select id from deals where ${inThis})), 0)
      from deals where ${inThis}`),
  );
  expect(brands[0]?.grossCents?.[11]).toBe(
    (row?.gross?.frontCents ?? 0) + (row?.gross?.backCents ?? 0),
  );
  expect(row?.inTransit?.count).toBe(
    await one(sql`select count(*) from deals where ${ford} and status = 'delivered'`),
  );
  expect(row?.lateOrders).toBe(
    await one(sql`select count(*) from repair_orders where ${ford} and promised_at < now()
      and status not in ('closed', 'void')`),
  );
  expect((row?.aged?.['61-90'] ?? 0) + (row?.aged?.['90+'] ?? 0)).toBe(
    await one(sql`select count(*) from vehicles where ${ford} and acquired_on < ${today} - 60
      and status not in ('delivered', 'wholesale', 'transferred')`),
  );
});
