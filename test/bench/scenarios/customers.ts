import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely as createKysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import { countCustomers, listCustomers } from '../../../src/modules/customers/server/list/list.ts';
import { noParts } from '../../../src/modules/customers/server/public.ts';
import type { CustomerTables } from '../../../src/modules/customers/server/tables.ts';
import { importMaxRows } from '../../../src/modules/imports/contract.ts';
import type { Actor } from '../../../src/platform/server/http/actor.ts';
import type { Writer } from '../../support/writers.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { customerCount, insertCustomers, typicalSearches } from './customersData.ts';

// Two hundred thousand customers: lists, searches and the page of one customer over HTTP for users of one store and of
// all stores; then an import of fifty thousand rows, and how long others wait meanwhile.

const times = 100;

interface CustomerRequest {
  method?: 'GET' | 'POST';
  path: string;
}

async function sendRequest(
  url: string,
  { cookie }: Writer,
  { method = 'GET', path }: CustomerRequest,
) {
  const before = performance.now();
  const response = await fetch(url + path, { method, headers: { cookie } });
  await response.arrayBuffer();
  if (!response.ok) throw new Error(`${path} failed with ${response.status}`);
  return performance.now() - before;
}

async function row(product: Product, reader: Writer, what: string, requests: CustomerRequest[]) {
  await untilQuiet();
  const timesMs: number[] = [];
  for (const request of requests)
    timesMs.push(await sendRequest(product.server.url, reader, request));
  const ms = (part: number) => fixed(quantile(timesMs, part), 1);
  return [what, rounded(timesMs.length), ms(0.5), ms(0.99), ms(1)];
}

const again = (path: string) => Array.from({ length: times }, () => ({ path }));
const list = (query: string) => `/api/customers?${query}`;
const middle = new Date(Date.now() - (customerCount / 2) * 180_000).toISOString();

async function measureReading(product: Product, reader: Writer, name: string): Promise<void> {
  const searches = typicalSearches()
    .slice(0, 2 * times)
    .map((text) => ({ path: list(`search=${encodeURIComponent(text)}`) }));
  const customer = (at: number) => `/api/customers/${1_000_000 + 3 * at}`;
  const each = (of: (at: number) => CustomerRequest) =>
    Array.from({ length: times }, (_, at) => of(at));
  const rows = [
    await row(product, reader, 'first page, latest', again(list(''))),
    await row(
      product,
      reader,
      'a page in the middle',
      again(list(`after=${middle}&afterId=1100000`)),
    ),
    await row(product, reader, 'first page, by name', again(list('sort=name'))),
    await row(product, reader, 'mine', again(list('owner=me'))),
    await row(product, reader, 'a rare tag', again(list('tag=Rare'))),
    await row(product, reader, 'quiet for a year', again(list('activity=over365'))),
    await row(product, reader, 'search as people type', searches),
    await row(product, reader, 'search that very many match', again(list('search=son'))),
    await row(product, reader, 'search of two letters', again(list('search=to'))),
    await row(product, reader, 'count of all', again('/api/customers/count')),
    await row(product, reader, 'choices', again('/api/customers/choices')),
    await row(
      product,
      reader,
      'the page: open',
      each((at) => ({ method: 'POST', path: `${customer(at)}/open` })),
    ),
    await row(
      product,
      reader,
      'the page: timeline',
      each((at) => ({ path: `${customer(at)}/timeline` })),
    ),
    await row(
      product,
      reader,
      'the page: work',
      each((at) => ({ path: `${customer(at)}/work` })),
    ),
  ];
  const headings = ['', 'times', 'p50 ms', 'p99 ms', 'max ms'];
  printTable(`${rounded(customerCount)} customers over HTTP, ${name}`, headings, rows);
}

async function measureImport({ server }: Product, reader: Writer): Promise<void> {
  const line = (at: number) => `New${at},Comer,212${2_000_000 + at},new${at}@comer.example`;
  const file = [
    'first,last,phone,email',
    ...Array.from({ length: importMaxRows }, (_, at) => line(at)),
  ];
  const base = `${server.url}/api/imports/customers`;
  const headers = { cookie: reader.cookie };
  const send = async (address: string, init: RequestInit) =>
    (await (await fetch(address, { method: 'POST', ...init })).json()) as { id: number };
  const body = file.join('\n');
  const waits: number[] = [];
  let isDone = false;
  const pinging = (async () => {
    for (; !isDone; await sleep(5))
      waits.push(await sendRequest(server.url, reader, { path: '/health/live' }));
  })();
  const rows: string[][] = [];
  const step = async (what: string, begin: () => Promise<{ id: number }>) => {
    const before = performance.now();
    waits.length = 0;
    const { id } = await begin();
    for (let state = 'ing'; /ing$/.test(state); await sleep(50)) {
      const response = await fetch(`${base}/${id}`, { headers });
      ({ state } = (await response.json()) as { state: string });
    }
    const ms = [0.5, 0.99, 1].map((part) => fixed(quantile(waits, part), 1));
    rows.push([what, fixed((performance.now() - before) / 1000, 1), ...ms]);
    return id;
  };
  const id = await step('read', () =>
    send(`${base}/${crypto.randomUUID()}/file?store=ford`, { headers, body }),
  );
  const json = { ...headers, 'content-type': 'application/json' };
  const mapping = JSON.stringify({ mapping: ['firstName', 'lastName', 'mobile', 'email'] });
  await step('check', () => send(`${base}/${id}/check`, { headers: json, body: mapping }));
  await step('run', () => send(`${base}/${id}/run`, { headers }));
  await step('undo', () => send(`${base}/${id}/undo`, { headers }));
  isDone = true;
  await pinging;
  const headings = ['', 'seconds', 'ping p50 ms', 'ping p99 ms', 'ping max ms'];
  printTable(
    `A file of ${rounded(importMaxRows)} rows, and how long others wait meanwhile`,
    headings,
    rows,
  );
}

async function printPlans(pool: pg.Pool, storeAccess: readonly string[]): Promise<void> {
  const statements: { sql: string; parameters: readonly unknown[] }[] = [];
  const db = new createKysely<CustomerTables>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => void statements.push(query),
  });
  const actor = { userId: 1, storeAccess } as unknown as Actor;
  const explain = async (title: string, run: () => Promise<unknown>) => {
    statements.length = 0;
    await run();
    console.log(`\nPlan for ${storeAccess}: ${title}`);
    for (const { sql, parameters } of [...statements]) {
      const text = `explain (analyze, costs off, timing off) ${sql}`;
      const { rows } = await pool.query(text, [...parameters]);
      for (const found of rows) console.log(`  ${found['QUERY PLAN']}`);
    }
  };
  const page = (query: object) => () =>
    listCustomers(db, actor, { sort: 'recent', limit: 50, ...query } as never, noParts);
  await explain('the first page', page({}));
  await explain('a search', page({ search: 'torenvik' }));
  await explain('a search that very many match', page({ search: 'son' }));
  await explain('the count', () => countCustomers(db, actor, {}, noParts));
}

export async function customers(): Promise<void> {
  const product = await startProduct(2);
  const [one, all] = product.people as [Writer, Writer];
  await product.pool.query(
    `update users set page_permissions = '{customer_management}',
       feature_permissions = '{view_data,create_records}',
       store_access = case id when $1 then '{ford}'::text[] else '{all}'::text[] end
     where username like 'writer%'`,
    [one.userId],
  );
  await insertCustomers(product.pool, [one.userId, all.userId]);
  await measureReading(product, one, 'one store');
  await measureReading(product, all, 'all stores');
  await measureImport(product, one);
  await printPlans(product.pool, ['ford']);
  await product.stop();
}
