import { Kysely as createKysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as calls from '../../../src/modules/dashboard/contract.ts';
import { getStats } from '../../../src/modules/dashboard/contract.ts';
import { listActivity } from '../../../src/modules/dashboard/server/activity.ts';
import { calculateStats } from '../../../src/modules/dashboard/server/calculate.ts';
import { scopeOf } from '../../../src/modules/dashboard/server/policy.ts';
import type { AnyTables } from '../../../src/platform/server/db/database.ts';
import type { Actor } from '../../../src/platform/server/http/actor.ts';
import type { Writer } from '../../support/writers.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { customerCount, insertCustomers } from './customersData.ts';
import { insertOrders, orderCount } from './repairOrders.ts';

// The dashboard over half a million repair orders and sixty thousand deals of five years: with cached figures, and for
// the first reader after a change.

const dealCount = 60_000;
const times = 60;

/** Inserts one deal every forty-four minutes, the last sixty not yet funded. */
async function insertDeals(pool: pg.Pool, sellers: readonly number[]): Promise<void> {
  await pool.query(
    `insert into deals (client_id, store, number, condition, customer_id, vehicle, salesperson_id, status,
       opened_at, signed_on, delivered_on, funded_on, price_cents, cost_cents, reserve_cents, created_by)
     select gen_random_uuid(), (array['ford', 'hyundai', 'chevrolet'])[1 + n % 3], (1000000 + n)::text,
       case when n % 2 = 0 then 'new' else 'used' end, 1000000 + n % $2,
       (array['2025 Ford Escape SEL', '2025 Hyundai Tucson Limited', '2025 Chevrolet Trax LT',
         '2024 Ford Explorer XLT', '2024 Hyundai Elantra SE'])[1 + n % 5],
       ($3::int[])[1 + n % cardinality($3::int[])], case when n < 60 then 'delivered' else 'funded' end,
       at, at::date, at::date, case when n < 60 then null else at::date + 7 end, 3200000, 2950000, 60000,
       ($3::int[])[1]
     from (select n, now() - (n + 1) * interval '44 minutes' as at from generate_series(0, $1 - 1) n) days`,
    [dealCount, customerCount, sellers],
  );
  await pool.query(
    `insert into deal_events (deal_id, kind, author_id, at, data)
     select id, 'status', created_by, opened_at, '{"from": "signed", "to": "delivered"}'
     from deals where number::bigint >= 1000000 order by opened_at`,
  );
  await pool.query('vacuum analyze deals, deal_events');
}

async function measureRequests(
  { server, pool }: Product,
  reader: Writer,
  what: string,
  path: string,
  withChange = false,
) {
  await untilQuiet();
  const timesMs: number[] = [];
  for (let time = 0; time < times; time++) {
    if (withChange) await change(pool, reader);
    const before = performance.now();
    const response = await fetch(server.url + path, { headers: { cookie: reader.cookie } });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}`);
    await response.arrayBuffer();
    timesMs.push(performance.now() - before);
  }
  const ms = [median(timesMs), quantile(timesMs, 0.99), Math.max(...timesMs)].map((one) =>
    fixed(one, 1),
  );
  return [what, rounded(timesMs.length), ...ms];
}

/** Any change after which the figures are calculated again. */
const change = (pool: pg.Pool, { userId }: Writer) =>
  pool.query(
    `insert into deal_events (deal_id, kind, author_id, data)
     select max(id), 'changed', $1, '{"fields": []}' from deals`,
    [userId],
  );

async function measure(product: Product, reader: Writer, name: string): Promise<void> {
  const rows = [
    await measureRequests(product, reader, 'figures, unchanged', getStats.path),
    await measureRequests(product, reader, 'figures, after a change', getStats.path, true),
    await measureRequests(product, reader, 'recent activity', calls.listActivity.path),
  ];
  const title = `${rounded(orderCount)} repair orders and ${rounded(dealCount)} deals, ${name}: one client, sequential`;
  printTable(title, ['', 'times', 'p50 ms', 'p99 ms', 'max ms'], rows);
}

const actor = {
  role: 'executive',
  storeAccess: ['all'],
  pagePermissions: ['all'],
  featurePermissions: ['all'],
} as unknown as Actor;

/** Prints the query plans of the statements that the server sends. */
async function printPlans({ pool }: Product): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new createKysely<AnyTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  await calculateStats(db, scopeOf(actor), {
    timezone: 'America/Los_Angeles',
    now: Date.now(),
    models: [],
  });
  await listActivity(db, actor);
  for (const { sql, parameters } of statements) {
    const plan = await pool.query(`explain (analyze, costs off, timing off) ${sql}`, [
      ...parameters,
    ]);
    console.log(`\nPlan: ${sql.trim().replace(/\s+/g, ' ').slice(0, 100)}`);
    for (const row of plan.rows) console.log(`  ${row['QUERY PLAN']}`);
  }
}

export async function dashboard(): Promise<void> {
  const product = await startProduct(2);
  const [manager, executive] = product.people as [Writer, Writer];
  const ids = product.people.map(({ userId }) => userId);
  await insertCustomers(product.pool, ids);
  await insertOrders(product.pool, ids);
  await insertDeals(product.pool, ids);
  await product.pool.query(
    `update users set page_permissions = '{dashboard,customer_management,fleet_operations}',
       feature_permissions = '{view_data,financial_reports}', role = 'general_manager',
       store_access = case when id = $1 then '{ford}'::text[] else '{all}'::text[] end
     where id = any($2)`,
    [manager.userId, ids],
  );
  await measure(product, manager, 'a manager of one store');
  await measure(product, executive, 'all stores');
  await printPlans(product);
  await product.stop();
}
