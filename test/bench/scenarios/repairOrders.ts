import { Kysely as createKysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import * as calls from '../../../src/modules/repair-orders/contract.ts';
import { getOrder } from '../../../src/modules/repair-orders/contract.ts';
import { listOrders } from '../../../src/modules/repair-orders/server/list.ts';
import type { RepairOrderTables } from '../../../src/modules/repair-orders/server/tables.ts';
import type { Actor } from '../../../src/platform/server/http/actor.ts';
import type { Writer } from '../../support/writers.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { customerCount, insertCustomers, typicalSearches } from './customersData.ts';

// Half a million repair orders of two hundred thousand customers: how long the list, a search and one order take, for an
// advisor of one store and for a user of all stores.

export const orderCount = 500_000;
const openCount = 600;
const times = 100;

/** Inserts one repair order every five minutes, each with two lines, the latest ones open. */
export async function insertOrders(pool: pg.Pool, advisors: readonly number[]): Promise<void> {
  await pool.query(
    `insert into repair_orders (client_id, store, number, customer_id, vehicle, vin, advisor_id, status,
       opened_at, closed_at, created_by)
     select gen_random_uuid(), (array['ford', 'hyundai', 'chevrolet'])[1 + n % $2 % 3], (1000000 + n)::text,
       1000000 + n % $2, '2021 Escape SEL', '1FTFW3L5' || (n % 10) || 'RK' || lpad((n % 1000000)::text, 6, '0'),
       ($3::int[])[1 + n % cardinality($3::int[])], case when n < $4 then 'in_work' else 'closed' end, at,
       case when n < $4 then null else at + interval '5 hours' end, ($3::int[])[1]
     from (select n, now() - (n + 61) * interval '5 minutes' as at from generate_series(0, $1 - 1) n) days`,
    [orderCount, customerCount, advisors, openCount],
  );
  await pool.query(
    `insert into repair_order_lines (repair_order_id, position, pay_type, complaint, hours_flagged,
       labor_sale_cents, parts_sale_cents)
     select id, position, 'customer', 'Oil change due', 50, 4995, 5250
     from repair_orders, generate_series(1, 2) position where number::bigint >= 1000000`,
  );
  await pool.query('vacuum analyze');
}

async function measureRequests({ server }: Product, reader: Writer, what: string, paths: string[]) {
  await untilQuiet();
  const timesMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const path = paths[time % paths.length] ?? '';
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

async function measure(product: Product, reader: Writer, name: string): Promise<void> {
  const list = (query: string) => `${calls.listOrders.path}?${query}`;
  const middle = new Date(Date.now() - (orderCount / 2) * 300_000).toISOString();
  const { rows: some } = await product.pool.query<{ id: number }>(
    `select id from repair_orders where store = 'ford' and number::bigint % 4999 = 0 order by id limit 100`,
  );
  const names = typicalSearches().slice(0, times);
  const ids = some.map(({ id }) => getOrder.path.replace(':orderId', String(id)));

  const rows = [
    await measureRequests(product, reader, 'open', [list('')]),
    await measureRequests(product, reader, 'all, the latest', [list('scope=all')]),
    await measureRequests(product, reader, 'all, in the middle', [
      list(`scope=all&before=${middle}&beforeId=1`),
    ]),
    await measureRequests(product, reader, 'of one advisor', [
      list(`scope=all&advisorId=${reader.userId}`),
    ]),
    await measureRequests(product, reader, 'of one customer', [
      list('scope=all&customerId=1000300'),
    ]),
    await measureRequests(product, reader, 'by number', [list('scope=all&q=1000300')]),
    await measureRequests(product, reader, 'by a VIN', [list('scope=all&q=RK000300')]),
    await measureRequests(
      product,
      reader,
      'by name, as people type',
      names.map((text) => list(`scope=all&q=${encodeURIComponent(text)}`)),
    ),
    await measureRequests(product, reader, 'one order', ids),
  ];
  const title = `${rounded(orderCount)} repair orders, ${name}: one client, sequential`;
  printTable(title, ['', 'times', 'p50 ms', 'p99 ms', 'max ms'], rows);
}

/** Prints the query plans of the statements that the server sends. */
async function printPlans({ pool }: Product): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new createKysely<RepairOrderTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const actor = {
    role: 'manager',
    storeAccess: ['ford'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
  } as unknown as Actor;
  for (const [title, query] of [
    ['open', { q: '', scope: 'open' }],
    ['by name', { q: 'quinter', scope: 'all' }],
  ] as const) {
    statements.length = 0;
    await listOrders(db, actor, { ...query, limit: 50 } as never);
    const statement = statements.at(-1);
    const plan = await pool.query(`explain (analyze, costs off, timing off) ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ]);
    console.log(`\nPlan: ${title}`);
    for (const row of plan.rows) console.log(`  ${row['QUERY PLAN']}`);
  }
}

export async function repairOrders(): Promise<void> {
  const product = await startProduct(2);
  const [advisor, executive] = product.people as [Writer, Writer];
  const ids = product.people.map(({ userId }) => userId);
  await insertCustomers(product.pool, ids);
  await insertOrders(product.pool, ids);
  await product.pool.query(
    `update users set page_permissions = '{customer_management}', feature_permissions = '{view_data}',
       store_access = case when id = $1 then '{ford}'::text[] else '{all}'::text[] end
     where id = any($2)`,
    [advisor.userId, ids],
  );
  await measure(product, advisor, 'an advisor of one store');
  await measure(product, executive, 'all stores');
  await printPlans(product);
  await product.stop();
}
