import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { Stats } from '../contract.ts';
import { readOwnMonth } from '../server/figures/own.ts';
import { periodOf } from '../server/figures/period.ts';

// Recalculates the demo group’s figures with independent queries.
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

describe('figures of all stores', () => {
  test('match by month', async () => {
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
    // Of the last whole month: on the first day of one, nothing may be sold yet.
    expect(history.vehiclesSold[10]).toBeGreaterThan(0);
  });

  test('match for the same days of last month', async () => {
    const { before, days } = await signIn('admin');
    const day = await one(sql`extract(day from ${today})`);
    const last = await one(sql`extract(day from ${month(0)} - interval '1 day')`);
    expect([Number(days.to.slice(8)), Number(days.beforeTo.slice(8))]).toEqual([
      ...[day, Math.min(day, last)],
    ]);
    const sameDays = (on: ReturnType<typeof sql>) =>
      sql`(${inMonth(on, 1)} and extract(day from ${on}) <= ${day})`;
    const sold = sql`${delivered} and ${sameDays(sql`delivered_on`)}`;
    const sameLocalDays = (column: string) =>
      sameDays(sql`(${sql.ref(column)} at time zone ${zone})::date`);
    expect(before).toEqual({
      vehiclesSold: await one(sql`select count(*) from deals where ${sold}`),
      totalSales:
        (await one(sql`select coalesce(sum(price_cents), 0) from deals where ${sold}`)) / 100,
      serviceOrders: await one(
        sql`select count(*) from repair_orders where status = 'closed' and ${sameLocalDays('closed_at')}`,
      ),
      activeCustomers:
        await one(sql`select count(distinct c.root_id) from customers c where c.id in (
        select customer_id from repair_orders where ${sameLocalDays('opened_at')}
        union select customer_id from deals where ${sameLocalDays('opened_at')} or ${sameDays(sql`delivered_on`)}
        union select customer_id from customer_ups where ${sameLocalDays('arrived_at')}
        union select customer_id from leads where ${sameLocalDays('received_at')})`),
    });
  });

  test('match by store', async () => {
    const { standings = [] } = await signIn('executive');
    expect(standings).toHaveLength(3);
    for (const { store, ...standing } of standings) {
      const own = sql`store = ${store}`;
      const storeMonth = sql`${own} and ${delivered} and ${inMonth(sql`delivered_on`, 0)}`;
      const units = await one(sql`select count(*) from deals where ${storeMonth}`);
      expect(standing.units).toBe(units);
      const sellingDays = (until: ReturnType<typeof sql>) =>
        one(sql`select count(*) from generate_series(${month(0)}, ${until}, interval '1 day') d
          join lead_routing routing on routing.${own}
          where routing.hours -> (extract(isodow from d)::integer - 1) <> 'null'`);
      const [passed, all] = [
        await sellingDays(sql`${today}::timestamp`),
        await sellingDays(sql`${month(0)} + interval '1 month' - interval '1 day'`),
      ];
      expect(standing.pace).toBe(passed === 0 ? null : Math.round((units / passed) * all));
      const gross = await one(
        sql`select sum(front_cents + back_cents) from deals where ${storeMonth}`,
      );
      expect(standing.gross?.perUnitCents).toBe(units === 0 ? null : Math.round(gross / units));
      const transit = sql`from deals where ${own} and status = 'delivered'`;
      expect(standing.inTransit).toEqual({
        count: await one(sql`select count(*) ${transit}`),
        oldestDays: await one(sql`select ${today} - min(delivered_on) ${transit}`),
      });
      expect(standing.waitingLeads).toBe(
        await one(sql`select count(*) from leads where ${own} and answered_at is null
          and status not in ('lost', 'sold', 'duplicate')`),
      );
      for (const [bucket, from, to] of [
        ['61-90', 61, 90],
        ['90+', 91, 9999],
      ] as const) {
        expect(standing.aged?.[bucket]).toBe(
          await one(sql`select count(*) from stock_vehicles where ${own}
            and counted_as = 'on_ground'
            and ${today} - acquired_on between ${from} and ${to}`),
        );
      }
    }
  });

  test('count each customer once', async () => {
    const { activeCustomers, history } = await signIn('admin');
    const countActive = (months: number) => {
      const at = (column: string) =>
        inMonth(sql`(${sql.ref(column)} at time zone ${zone})::date`, months);
      return one(sql`select count(distinct c.root_id) from customers c where c.id in (
        select customer_id from repair_orders where ${at('opened_at')}
        union select customer_id from deals where ${at('opened_at')}
        union select customer_id from deals where ${inMonth(sql`delivered_on`, months)}
        union select customer_id from customer_ups where ${at('arrived_at')}
        union select customer_id from leads where ${at('received_at')})`);
    };
    expect(activeCustomers).toBe(await countActive(0));
    expect(history.activeCustomers[10]).toBe(await countActive(1));
    expect(history.activeCustomers[6]).toBe(await countActive(5));
  });

  test('models and stores add up to the total', async () => {
    const { brands, vehiclesSold, before } = await signIn('admin');
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(sum(brands.map(({ units }) => units))).toBe(vehiclesSold);
    for (const { models, units, ...brand } of brands) {
      expect(sum(models.map((model) => model.units))).toBe(units);
      expect(sum(models.map((model) => model.before))).toBe(brand.before);
      expect(models.map(({ name }) => name)).not.toContain('Other vehicles');
    }
    expect(sum(brands.map((brand) => brand.before))).toBe(before.vehiclesSold);
  });
});

test('figures of one store include gross and open items', async () => {
  const { standings, brands } = await signIn('gm');
  expect(standings?.map(({ store }) => store)).toEqual(['ford']);
  const ford = sql`store = 'ford'`;
  const storeMonth = sql`${delivered} and ${ford} and ${inMonth(sql`delivered_on`, 0)}`;
  const [row] = standings ?? [];
  expect(row?.gross?.frontCents).toBe(
    await one(sql`select coalesce(sum(price_cents - cost_cents - recon_cents - pack_cents
      - coalesce(trade_allowance_cents - trade_acv_cents, 0)) filter (where cost_cents > 0), 0)
      from deals where ${storeMonth}`),
  );
  expect(row?.gross?.backCents).toBe(
    await one(sql`select coalesce(sum(reserve_cents), 0) + coalesce((
      select sum(p.price_cents - p.cost_cents) from deal_products p
      where p.deal_id in (select id from deals where ${storeMonth})), 0)
      from deals where ${storeMonth}`),
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
    await one(sql`select count(*) from stock_vehicles where ${ford} and acquired_on < ${today} - 60
      and counted_as = 'on_ground'`),
  );
});

// Also of the last whole month: on the first day of one, nothing may have happened yet.
test.each([0, 1])('each employee’s own month matches, %i months ago', async (months) => {
  const { rows: people } = await sql<{ id: number; department: 'sales' }>`
    select id, department from users where id in (
      select salesperson_id from deals union select closer_id from deals
      union select finance_manager_id from deals union select second_salesperson_id from deals
      union select advisor_id from repair_orders
      union select technician_id from repair_order_lines)`.execute(forecourt.platform.db);
  expect(people.length).toBeGreaterThan(8);
  const today = periodOf(zone, Date.now());
  const endOfLast = instantOf(zone, `${today.days.from}T00:00`) - 1;
  const period = months === 0 ? today : periodOf(zone, endOfLast);
  let checked = 0;
  let gross = 0;
  for (const { id: userId, department } of people) {
    const own = await readOwnMonth(
      forecourt.platform.db,
      { userId, department, role: 'admin', pagePermissions: [], featurePermissions: ['all'] },
      period,
    );
    gross += own.find(({ kind }) => kind === 'gross')?.now ?? 0;
    const closed = sql`o.status = 'closed' and ${inMonth(closedOn, months)}`;
    const expected = {
      units:
        await one(sql`select coalesce(sum(case when second_salesperson_id is null then 1 else 0.5 end), 0)
        from deals where ${delivered} and ${inMonth(sql`delivered_on`, months)}
          and ${userId} in (salesperson_id, second_salesperson_id)`),
      closedUnits: await one(sql`select count(*) from deals
        where ${delivered} and ${inMonth(sql`delivered_on`, months)} and closer_id = ${userId}`),
      financeGross: await one(sql`select coalesce(sum(back_cents), 0) from deals
        where ${delivered} and ${inMonth(sql`delivered_on`, months)} and finance_manager_id = ${userId}`),
      orders: await one(sql`select count(*) from repair_orders o
        where advisor_id = ${userId} and ${closed}`),
      hours: await one(sql`select coalesce(sum(l.hours_flagged), 0) from repair_order_lines l
        join repair_orders o on o.id = l.repair_order_id
        where l.technician_id = ${userId} and not l.declined and ${closed}`),
    };
    for (const [kind, value] of Object.entries(expected)) {
      expect([userId, kind, own.find((one) => one.kind === kind)?.now ?? 0]).toEqual([
        ...[userId, kind, value],
      ]);
      checked += value > 0 ? 1 : 0;
    }
  }
  if (months === 1) expect(checked).toBeGreaterThan(0);
  // Salespeople add up to the store; house deals are no one’s.
  const month = sql`${delivered} and ${inMonth(sql`delivered_on`, months)}`;
  expect(gross).toBe(
    await one(sql`select coalesce(sum(front_cents + back_cents), 0) from deals
      where ${month} and salesperson_id is not null`),
  );
});
