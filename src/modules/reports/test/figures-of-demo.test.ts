import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Client } from '../../../../test/support/client.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { defaultTimezone } from '../../organization/contract.ts';
import type { Report, ReportId } from '../contract/report.ts';

// Recalculates the demo group’s figures with independent queries.
let forecourt: TestForecourt;
let admin: Client;
beforeAll(async () => {
  forecourt = await startForecourt();
  admin = await forecourt.signIn('admin');
});
afterAll(() => forecourt.stop());

const fetchReport = async (id: ReportId, query: Record<string, string> = {}, client = admin) => {
  const { status, body } = await client.raw(
    'GET',
    `/api/reports/${id}?${new URLSearchParams({ period: 'last_month', ...query })}`,
  );
  expect(status).toBe(200);
  return body as Report;
};
const today = sql`(now() at time zone ${defaultTimezone})::date`;
const inMonth = (day: string, ago: number) => sql`to_char(${sql.ref(day)}, 'YYYY-MM')
  = to_char(${today} - make_interval(months => ${ago}), 'YYYY-MM') and ${sql.ref(day)} <= ${today}`;
const one = async (query: RawBuilder<unknown>) => {
  const { rows } = await sql<{ n: number | string | null }>`select (${query}) as n`.execute(
    forecourt.platform.db,
  );
  return rows[0]?.n === null ? null : Number(rows[0]?.n);
};
const retail = sql`type in ('retail', 'lease') and status in ('delivered', 'funded')`;
const front = sql`price_cents - cost_cents - recon_cents - pack_cents
  - coalesce(trade_allowance_cents - trade_acv_cents, 0)`;

describe('last month', () => {
  const sold = sql`${retail} and ${inMonth('delivered_on', 1)}`;

  test('matches in sales', async () => {
    const { total, rows } = await fetchReport('sales');
    const units = await one(sql`select count(*) from deals where ${sold}`);
    expect(units).toBeGreaterThan(0);
    expect(total.figures).toMatchObject({
      units,
      new: await one(sql`select count(*) from deals where ${sold} and condition = 'new'`),
      amount: await one(sql`select sum(price_cents) from deals where ${sold}`),
      averagePrice: await one(sql`select round(avg(price_cents)) from deals where ${sold}`),
      frontGross: await one(
        sql`select sum(${front}) filter (where cost_cents > 0) from deals where ${sold}`,
      ),
    });
    for (const { key, figures } of rows) {
      expect(figures.units).toBe(
        await one(sql`select count(*) from deals where ${sold} and store = ${key}`),
      );
    }
  });

  test('matches in finance', async () => {
    const { total } = await fetchReport('finance');
    const products = sql`select sum(p.price_cents - p.cost_cents) from deal_products p
      where p.deal_id in (select id from deals where ${sold})`;
    const reserve = await one(sql`select sum(reserve_cents) from deals where ${sold}`);
    const productsGross = await one(products);
    expect(total.figures).toMatchObject({
      reserve,
      productsGross,
      backGross: (reserve ?? 0) + (productsGross ?? 0),
      inTransit: await one(sql`select count(*) from deals where ${sold} and status = 'delivered'`),
    });
    const share = await one(sql`select avg((exists (select from deal_products p
      where p.deal_id = deals.id and p.kind = 'gap'))::int) from deals where ${sold}`);
    expect(total.figures.gapShare).toBeCloseTo(share ?? -1, 5);
  });
});

test('months match, as far as there are records', async () => {
  const { months } = await fetchReport('sales', { period: 'this_month' });
  for (const [at, { figures }] of months.entries()) {
    const units = await one(
      sql`select count(*) from deals where ${retail} and ${inMonth('delivered_on', 11 - at)}`,
    );
    expect(figures?.units ?? 0, `${11 - at} months ago`).toBe(units);
  }
  // Of the last whole month: on the first day of one, nothing may be sold yet.
  expect(months.at(-2)?.figures?.units).toBeGreaterThan(0);
});

test('today’s inventory matches', async () => {
  const { total, rows } = await fetchReport('inventory', { period: 'today', by: 'store' });
  const standing = sql`status not in ('delivered', 'wholesale', 'transferred')`;
  const stock = sql`${standing} and acquired_on <= ${today}`;
  const age = sql`${today} - acquired_on`;
  expect(total.figures).toMatchObject({
    units: await one(sql`select count(*) from stock_vehicles where ${stock}`),
    value: await one(sql`select sum(cost_cents) from stock_vehicles where ${stock}`),
    listValue: await one(sql`select sum(list_cents) from stock_vehicles where ${stock}`),
  });
  const ground = sql`${stock} and counted_as = 'on_ground'`;
  const aged = await one(sql`select avg((${age} > 60)::int) from stock_vehicles where ${ground}`);
  expect(total.figures).toMatchObject({
    onGround: await one(sql`select count(*) from stock_vehicles where ${ground}`),
    inTransit: await one(sql`select count(*) from stock_vehicles where counted_as = 'in_transit'`),
    soldNotDelivered: await one(sql`select count(*) from stock_vehicles where counted_as = 'sold'`),
    loaners: await one(sql`select count(*) from stock_vehicles where counted_as = 'loaner'`),
  });
  expect(total.figures.agedShare).toBeCloseTo(aged ?? -1, 5);
  const interest = await one(sql`select sum((floorplan_cents - coalesce((select sum(c.cents)
      from stock_curtailments c where c.unit_id = v.id and c.paid_on <= ${today}), 0))
      * (floorplan_rate_bps / 10000.0) / floorplan_year_days)
    from stock_vehicles v where ${stock} and floored_on + floorplan_free_days <= ${today}`);
  expect(Math.abs((total.figures.interest ?? 0) - (interest ?? 0))).toBeLessThan(1);
  expect(rows).toHaveLength(3);
});

test('stages completed this month match', async () => {
  const { total } = await fetchReport('recon', { period: 'this_month', by: 'stage' });
  const left = sql`stage <> 'frontline' and left_at is not null
    and to_char(left_at at time zone ${defaultTimezone}, 'YYYY-MM') = to_char(${today}, 'YYYY-MM')`;
  expect(total.figures.steps ?? 0).toBe(
    await one(sql`select count(*) from vehicle_recon_steps where ${left}`),
  );
  const middle = await one(sql`select percentile_cont(0.5) within group
    (order by extract(epoch from left_at - entered_at) / 86400) from vehicle_recon_steps where ${left}`);
  if (middle !== null) expect(total.figures.stageDays).toBeCloseTo(middle, 4);
});

test('figures of one store equal its row among all stores', async () => {
  const gm = await forecourt.signIn('gm');
  for (const id of ['sales', 'finance', 'inventory'] as const) {
    const all = await fetchReport(id);
    const own = await fetchReport(id, {}, gm);
    expect(own.rows).toEqual(all.rows.filter(({ key }) => key === 'ford'));
    expect(own.total.figures).toEqual(own.rows[0]?.figures);
  }
});
