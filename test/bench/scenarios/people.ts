import { setTimeout as sleep } from 'node:timers/promises';
import { listUsers } from '../../../src/modules/people/contract.ts';
import { getStatusMetrics } from '../../../src/modules/presence/contract.ts';
import type { Writer } from '../../support/writers.ts';
import { openClientGroup } from '../generator/clientGroup.ts';
import { encodeGet, type HttpConnection, openConnection } from '../generator/httpConnection.ts';
import { recordFigure } from '../measure/goals.ts';
import { countCpu } from '../measure/processes.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { insertPeople, peopleCount, shortSearches, typicalSearches } from './peopleData.ts';
import { printPlans } from './peoplePlans.ts';

// The directory of people and the status metrics with a hundred thousand accounts: one client with sequential requests,
// then a thousand, each with an open socket, that request the metrics every second.

const times = 200;
const pollers = 1_000;
const pollSeconds = 10;

async function get(connection: HttpConnection, request: Buffer): Promise<number> {
  const before = performance.now();
  const { status, text } = await connection.send(request);
  if (status !== 200) throw new Error(`A request failed: ${text}`);
  return performance.now() - before;
}

/** Sends the requests one after the other, and returns a row with their times. */
async function measureRequests(
  { server, people }: Product,
  what: string,
  paths: string[],
  figure?: string,
): Promise<string[]> {
  const reader = people[0] as Writer;
  const connection = await openConnection(server.url);
  await untilQuiet();
  const timesMs: number[] = [];
  for (const path of paths) {
    timesMs.push(await get(connection, encodeGet(server.url, path, reader.cookie)));
  }
  connection.close();
  if (figure) recordFigure(`${figure}: p99 ms`, quantile(timesMs, 0.99));
  const ms = (part: number) => fixed(quantile(timesMs, part), 2);
  return [what, rounded(timesMs.length), ms(0.5), ms(0.99), ms(1)];
}

const again = (path: string) => Array.from({ length: times }, () => path);
const pageOf = (page: number) => `${listUsers.path}?page=${page}`;
const searchFor = (text: string) => `${listUsers.path}?search=${encodeURIComponent(text)}`;

async function measureDirectory(product: Product): Promise<void> {
  const middle = peopleCount / 20 / 2;
  const rows = [
    await measureRequests(product, 'page 1', again(pageOf(1))),
    await measureRequests(
      product,
      `page ${rounded(middle)}`,
      again(pageOf(middle)),
      'Directory, a page',
    ),
    await measureRequests(product, `page ${rounded(2 * middle)}`, again(pageOf(2 * middle))),
    await measureRequests(
      product,
      '3+ characters',
      typicalSearches().slice(0, times).map(searchFor),
      'Directory, 3+ characters',
    ),
    await measureRequests(
      product,
      '3+ that many match',
      ['berg', 'back office', 'holt', 'sales'].map(searchFor),
    ),
    await measureRequests(product, '3+ that all match', again(searchFor('larkfield'))),
    await measureRequests(
      product,
      '2 characters, new',
      shortSearches().map(searchFor),
      'Directory, 2 characters',
    ),
    await measureRequests(product, '2 characters, again', again(searchFor('er'))),
    await measureRequests(product, 'status metrics', again(getStatusMetrics.path)),
  ];
  const headings = ['', 'times', 'p50 ms', 'p99 ms', 'max ms'];
  printTable(`${rounded(peopleCount)} people: pages of 20 over HTTP, one client`, headings, rows);
}

/** Each client sends one request per second, spread evenly over it. */
async function poll({ server, people }: Product): Promise<number[]> {
  const connections = await Promise.all(people.map(() => openConnection(server.url)));
  const requests = people.map(({ cookie }) => encodeGet(server.url, getStatusMetrics.path, cookie));
  const timesMs: number[] = [];
  const start = performance.now() + 200;
  await Promise.all(
    connections.map(async (connection, index) => {
      for (let round = 0; round < pollSeconds; round++) {
        const due = start + 1000 * (round + index / connections.length);
        await sleep(Math.max(0, due - performance.now()));
        timesMs.push(await get(connection, requests[index] as Buffer));
      }
    }),
  );
  for (const connection of connections) connection.close();
  return timesMs;
}

async function measurePolling(product: Product): Promise<void> {
  const { server, people } = product;
  const group = await openClientGroup(
    server.url,
    people.map(({ cookie }) => cookie),
  );
  await untilQuiet();
  const readCpu = countCpu(server.pid);
  const timesMs = await Promise.race([poll(product), group.failure]);
  const spent = readCpu();
  group.close();
  recordFigure(
    '1,000 clients poll the metrics: server, % of a core',
    (100 * spent.serverMs) / spent.wallMs,
  );
  const share = (ms: number) => `${fixed((100 * ms) / spent.wallMs, 1)} %`;
  const ms = (part: number) => fixed(quantile(timesMs, part), 2);
  printTable(
    `${rounded(pollers)} clients request the status metrics every second for ${pollSeconds} s`,
    ['', 'answers', 'p50 ms', 'p99 ms', 'server', 'PostgreSQL', 'generator', 'elsewhere'],
    [
      [
        'share of one core',
        rounded(timesMs.length),
        ms(0.5),
        ms(0.99),
        share(spent.serverMs),
        share(spent.databaseMs),
        share(spent.generatorMs),
        share(spent.elsewhereMs),
      ],
    ],
  );
}

export async function people(): Promise<void> {
  const product = await startProduct(pollers);
  await insertPeople(product.pool);
  await product.pool.query(
    `update users set page_permissions = '{user_management}' where username like 'writer%'`,
  );
  await measureDirectory(product);
  await measurePolling(product);
  await printPlans(product.pool);
  await product.stop();
}
