import { Kysely as createKysely, PostgresDialect } from 'kysely';
import { listHistory } from '../../../src/modules/vehicles/contract/history.ts';
import * as calls from '../../../src/modules/vehicles/contract.ts';
import { countVehicles, getVehicle } from '../../../src/modules/vehicles/contract.ts';
import { listVehicles } from '../../../src/modules/vehicles/server/list/list.ts';
import type { VehicleTables } from '../../../src/modules/vehicles/server/tables.ts';
import type { Actor } from '../../../src/platform/server/http/actor.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { insertVehicles, vehicleCount } from './vehiclesData.ts';

// The stock with fifty thousand vehicles in the database: how long the list, a search, the counts and the page of one
// vehicle take, with sequential requests.

const times = 100;

/** Sends the requests one after the other, and returns a row with their times in milliseconds. */
async function measureRequests(
  { server, people }: Product,
  what: string,
  paths: string[],
): Promise<string[]> {
  await untilQuiet();
  const timesMs: number[] = [];
  for (let time = 0; time < times; time++) {
    const path = paths[time % paths.length] ?? '';
    const before = performance.now();
    const response = await fetch(server.url + path, {
      headers: { cookie: people[0]?.cookie ?? '' },
    });
    if (!response.ok) throw new Error(`${path} failed with ${response.status}`);
    await response.arrayBuffer();
    timesMs.push(performance.now() - before);
  }
  const ms = [median(timesMs), quantile(timesMs, 0.99), Math.max(...timesMs)].map((one) =>
    fixed(one, 1),
  );
  return [what, rounded(timesMs.length), ...ms];
}

async function middlePage({ server, people }: Product): Promise<string> {
  const cookie = people[0]?.cookie ?? '';
  let after = '';
  for (let page = 0; page < 20; page++) {
    const path = `${calls.listVehicles.path}?limit=200${after && `&after=${after}`}`;
    const response = await fetch(server.url + path, { headers: { cookie } });
    after = ((await response.json()) as { next: string }).next;
  }
  return `${calls.listVehicles.path}?after=${after}`;
}

const searches = [
  'f-150 xlt',
  'agate',
  'tucson limited 2019',
  'FN0300',
  '42999',
  'ra',
  'nothing such',
];

async function measure(product: Product): Promise<void> {
  const list = (query: string) => `${calls.listVehicles.path}?${query}`;
  const ids = Array.from({ length: 50 }, (_, at) => String(200 + at * 997));
  const rows = [
    await measureRequests(product, 'the first page', [list('')]),
    await measureRequests(product, 'a page in the middle', [await middlePage(product)]),
    await measureRequests(
      product,
      'every sort order',
      ['newest', 'price', '-price', 'stock', '-cost'].map((sort) => list(`sort=${sort}`)),
    ),
    await measureRequests(
      product,
      'filtered',
      ['store=ford&condition=cpo', 'aging=90%2B', 'make=kia', 'status=hold'].map(list),
    ),
    await measureRequests(product, 'no longer in stock', [list('scope=gone')]),
    await measureRequests(product, 'all vehicles', [list('scope=all')]),
    await measureRequests(
      product,
      'a search in stock',
      searches.map((q) => list(`q=${encodeURIComponent(q)}`)),
    ),
    await measureRequests(
      product,
      'a search of all',
      searches.map((q) => list(`scope=all&q=${encodeURIComponent(q)}`)),
    ),
    await measureRequests(product, 'the counts', [countVehicles.path]),
    await measureRequests(
      product,
      'one vehicle',
      ids.map((id) => getVehicle.path.replace(':vehicleId', id)),
    ),
    await measureRequests(
      product,
      'its history',
      ids.map((id) => listHistory.path.replace(':vehicleId', id)),
    ),
  ];
  const title = `${rounded(vehicleCount)} vehicles: responses over HTTP, one client, sequential`;
  printTable(title, ['', 'times', 'p50 ms', 'p99 ms', 'max ms'], rows);
}

/** Prints the query plans of the statements that the server sends. */
async function printPlans({ pool }: Product): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new createKysely<VehicleTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const actor = {
    role: 'manager',
    storeAccess: ['all'],
    pagePermissions: ['all'],
    featurePermissions: ['all'],
  };
  const usual = { q: '', scope: 'stock', sort: 'oldest', limit: 50 } as const;
  for (const [title, query] of [
    ['the first page', usual],
    ['a search of all', { ...usual, q: 'tucson limited', scope: 'all' }],
  ] as const) {
    statements.length = 0;
    await listVehicles(db, actor as unknown as Actor, query);
    console.log(`\nPlan: ${title}`);
    const statement = statements.at(-1);
    const plan = await pool.query(`explain (analyze, costs off, timing off) ${statement?.sql}`, [
      ...(statement?.parameters ?? []),
    ]);
    for (const row of plan.rows) console.log(`  ${row['QUERY PLAN']}`);
  }
}

export async function vehicles(): Promise<void> {
  const product = await startProduct(1);
  await insertVehicles(product.pool);
  await product.pool.query(
    `update users set page_permissions = '{fleet_operations}', store_access = '{all}',
       feature_permissions = '{view_data,financial_reports}' where username like 'writer%'`,
  );
  await measure(product);
  await printPlans(product);
  await product.stop();
}
