import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import { listChannels } from '../../../src/modules/chat/contract/channels.ts';
import { getUnread, markRead, markUnread } from '../../../src/modules/chat/contract/personal.ts';
import { listMessages, postMessage, syncChannels } from '../../../src/modules/chat/contract.ts';
import { createRound } from '../../../src/modules/chat-notifications/server/round.ts';
import type { NotifyTables } from '../../../src/modules/chat-notifications/server/tables.ts';
import { searchMessages } from '../../../src/modules/chat-search/contract.ts';
import { readAllNotifications } from '../../../src/modules/notifications/contract.ts';
import { scheduleSweep } from '../../../src/modules/notifications/server/store/sweep.ts';
import { listUsers } from '../../../src/modules/people/contract.ts';
import type { Platform } from '../../../src/platform/server/platform.ts';
import type { Writer } from '../../support/writers.ts';
import { type BenchSocket, openBenchSocket } from '../generator/benchSocket.ts';
import { openClientGroup } from '../generator/clientGroup.ts';
import { countCpu } from '../measure/processes.ts';
import { untilQuiet } from '../measure/quiet.ts';
import { median } from '../measure/statistics.ts';
import { fixed, printTable, rounded } from '../measure/table.ts';
import { type Product, startProduct, startServerIn } from '../subjects/product.ts';
import {
  addChannels,
  addMembers,
  addMessages,
  addNotifications,
  channelId,
  frequentWord,
  rareWord,
} from './growthData.ts';

// How what a person does grows with the number of messages, of the person's channels, of people and of open sockets: each
// alone, at three sizes, in one database that is filled further. SIZES=full measures ten times the messages and three times
// the sockets, and takes half an hour; AXES=messages,people measures only these.

const isFull = process.env.SIZES === 'full';
const axes = {
  messages: { measure: measureMessages, sizes: isFull ? [1e5, 1e6, 1e7] : [1e4, 1e5, 1e6] },
  channels: { measure: measureChannels, sizes: [50, 500, 5_000] },
  people: { measure: measurePeople, sizes: [300, 1_000, 3_000] },
  sockets: { measure: measureSockets, sizes: isFull ? [1e3, 3e3, 1e4] : [300, 1e3, 3e3] },
};
const chosen = process.env.AXES?.split(',') ?? Object.keys(axes);

const channelCount = 50;
const messagesEach = 100;
const notificationsEach = 500;
/** How often and how long an action is repeated. */
const maxTimes = 20;
const maxMs = 1_000;

/** Milliseconds, or another cost, by what was done. */
type Costs = Record<string, number>;

/** The median of several times. */
async function time(action: () => Promise<unknown>): Promise<number> {
  await action(); // Reads what is in no cache yet.
  const timesMs: number[] = [];
  const end = performance.now() + maxMs;
  while (timesMs.length < maxTimes && (timesMs.length < 3 || performance.now() < end)) {
    const before = performance.now();
    await action();
    timesMs.push(performance.now() - before);
  }
  return median(timesMs);
}

interface Call {
  method: string;
  path: string;
}

/** A call as the browser makes it. */
function createClient({ server }: Product, { cookie }: Writer) {
  return async ({ method, path }: Call, body?: unknown): Promise<string> => {
    const response = await fetch(server.url + path, {
      method,
      headers: {
        cookie,
        ...(path.startsWith('/api/') ? {} : { accept: 'text/html' }),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      body: body === undefined ? null : JSON.stringify(body),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path} failed with ${response.status}: ${text}`);
    return text;
  };
}

const inFirst = ({ method, path }: Call): Call => ({
  method,
  path: path.replace(':channelId', channelId(1)),
});
const withQuery = ({ method, path }: Call, query: Record<string, string>): Call => ({
  method,
  path: `${path}?${new URLSearchParams(query)}`,
});

/** What a person does all day; `writers` take turns, because each may send only so much. */
async function measureDay(product: Product, writers: readonly Writer[]): Promise<Costs> {
  const [reader] = product.people as [Writer];
  const call = createClient(product, reader);
  const { lastSeq, revisions } = await readCounters(product);
  const posting = writers.map((writer) => createClient(product, writer));
  let sent = 0;
  const post = () =>
    posting[sent++ % posting.length]?.(inFirst(postMessage), {
      content: `Sent ${sent}`,
      clientMsgId: crypto.randomUUID(),
    });
  const history = inFirst(listMessages);
  const page = { method: 'GET', path: `/?channel=${channelId(1)}` };
  const readAgain = async () => {
    const { version } = JSON.parse(await call(inFirst(markUnread), { seq: 1 }));
    await call(inFirst(markRead), { seq: lastSeq, version });
  };
  await untilQuiet();
  const costs: Costs = {
    'page with its boot data': await time(() => call(page)),
    'list of channels': await time(() => call(listChannels)),
    'sync of a new device': await time(() => call(syncChannels, { channels: {} })),
    'sync, nothing missed': await time(() => call(syncChannels, { channels: revisions })),
    'unread counts': await time(() => call(getUnread)),
    'open a channel': await time(() => call(history)),
    'history in the middle': await time(() =>
      call(withQuery(history, { before: String(Math.ceil(lastSeq / 2)) })),
    ),
    'post in a private channel': await time(async () => post()),
    'mark a channel unread and read': await time(readAgain),
    'search of a frequent word': await time(() =>
      call(withQuery(searchMessages, { q: frequentWord })),
    ),
    'search of a rare word': await time(() => call(withQuery(searchMessages, { q: rareWord }))),
    'search of a missing word': await time(() =>
      call(withQuery(searchMessages, { q: 'missingword' })),
    ),
    'list of people': await time(() => call(listUsers)),
    'list of people, a search': await time(() => call(withQuery(listUsers, { search: 'writer9' }))),
    'connect a socket': await timeSocket(product, reader),
    'mark all notifications as read': await timeReadAll(product, call),
    ...(await measureWork(product)),
  };
  return { ...costs, 'start of the server': await timeStart(product) };
}

async function readCounters({ pool }: Product) {
  const { rows } = await pool.query<{ id: string; last_seq: string; last_rev: string }>(
    'select id, last_seq, last_rev from chat_channels',
  );
  return {
    revisions: Object.fromEntries(rows.map((row) => [row.id, Number(row.last_rev)])),
    lastSeq: Number(rows.find(({ id }) => id === channelId(1))?.last_seq ?? 0),
  };
}

/** From the connection to `ready`. */
async function timeSocket({ server }: Product, { cookie }: Writer): Promise<number> {
  return time(async () => {
    const socket = await openBenchSocket({ url: server.url, cookie, onFailure() {} });
    socket.close();
  });
}

async function timeReadAll({ pool, people }: Product, call: ReturnType<typeof createClient>) {
  const timesMs: number[] = [];
  for (let turn = 0; turn < 10; turn++) {
    await pool.query('update notifications set read_at = null where user_id = $1', [
      people[0]?.userId,
    ]);
    const before = performance.now();
    await call(readAllNotifications, {});
    timesMs.push(performance.now() - before);
  }
  return median(timesMs);
}

/** What the server does without anyone waiting for it, measured without the pauses that it makes. */
async function measureWork({ pool, people }: Product): Promise<Costs> {
  const db = new Kysely<NotifyTables>({ dialect: new PostgresDialect({ pool }) });
  let sweep = async () => {};
  const platform = {
    db,
    realtime: { publish() {} },
    jobs: {
      schedule(_name: string, _cron: string, task: typeof sweep) {
        sweep = task;
      },
    },
    log: console,
  } as unknown as Platform;
  scheduleSweep(platform);
  const round = createRound(platform, {
    db,
    log: platform.log,
    now: () => new Date(),
    plainAtOnce: 3,
  });
  const only = [channelId(1)];
  return {
    'round of notifications': await time(async () => {
      await pool.query(
        `with moved as (update chat_channels set last_seq = last_seq + 1, last_rev = last_rev + 1
           where id = $1 returning id, last_seq, last_rev)
         insert into chat_messages (id, channel_id, seq, rev, sender_id, client_msg_id, content,
           mentioned_user_ids, created_at)
         select uuidv7(), id, last_seq, last_rev, $2, uuidv7(), 'Round', '{}', now() from moved`,
        [channelId(1), people[1]?.userId],
      );
      const { failed } = await round({ only });
      if (failed.length > 0) throw failed[0]?.error;
    }),
    'round, nothing to do': await time(() => round({})),
    'sweep of notifications': await time(() => sweep()),
  };
}

async function timeStart(product: Product): Promise<number> {
  const { dataDir } = product.server;
  await product.server.kill('SIGTERM');
  const before = performance.now();
  product.server = await startServerIn(dataDir);
  return performance.now() - before;
}

/** With that many private channels, of which everyone is a member. */
async function startFilled(count: number, channels: number): Promise<Product> {
  const product = await startProduct(count);
  const userIds = product.people.map(({ userId }) => userId);
  await addChannels(product.pool, userIds[1] ?? 0, channels);
  await addMembers(product.pool, userIds);
  await addNotifications(product.pool, userIds, notificationsEach);
  return product;
}

async function measureMessages(sizes: readonly number[]): Promise<Costs[]> {
  const product = await startFilled(20, channelCount);
  const { pool, people } = product;
  const writers = people.slice(1);
  const measured: Costs[] = [];
  for (const size of sizes) {
    const half = size / 2;
    const each = Math.floor(half / (channelCount - 1));
    const before = performance.now();
    await addMessages(pool, { writer: writers[0]?.userId ?? 0, first: half, each });
    console.log(
      `${rounded(size)} messages: filled in ${fixed((performance.now() - before) / 1000, 0)} s`,
    );
    measured.push(await measureDay(product, writers));
  }
  await product.stop();
  return measured;
}

async function measureChannels(sizes: readonly number[]): Promise<Costs[]> {
  const product = await startFilled(20, 1);
  const { pool, people } = product;
  const writers = people.slice(1);
  const measured: Costs[] = [];
  for (const size of sizes) {
    await addChannels(pool, writers[0]?.userId ?? 0, size);
    await addMembers(
      pool,
      people.map(({ userId }) => userId),
    );
    // The longer ones stay as they are.
    const first = (await readCounters(product)).lastSeq + messagesEach;
    await addMessages(pool, { writer: writers[0]?.userId ?? 0, first, each: messagesEach });
    measured.push(await measureDay(product, writers));
  }
  await product.stop();
  return measured;
}

async function measurePeople(sizes: readonly number[]): Promise<Costs[]> {
  const product = await startFilled(20, channelCount);
  const { pool, people } = product;
  const writers = people.slice(1);
  const measured: Costs[] = [];
  for (const size of sizes) {
    const { rows } = await pool.query<{ id: number }>(
      `insert into users (emrn, first_name, last_name, username, email, role)
       select 'EMP' || (700000 + n), 'Grow', 'No' || n, 'grow' || n, 'grow' || n || '@example.com', 'employee'
       from generate_series(1, $1::int) n on conflict do nothing returning id`,
      [size],
    );
    const userIds = rows.map(({ id }) => id);
    await addMembers(pool, userIds);
    await addNotifications(pool, userIds, notificationsEach / 10);
    const first = (await readCounters(product)).lastSeq + messagesEach;
    await addMessages(pool, { writer: writers[0]?.userId ?? 0, first, each: messagesEach });
    measured.push(await measureDay(product, writers));
  }
  await product.stop();
  return measured;
}

/** Each has a person of its own. */
async function measureSockets(sizes: readonly number[]): Promise<Costs[]> {
  const product = await startProduct(sizes.at(-1) ?? 0);
  const measured: Costs[] = [];
  for (const size of sizes) {
    measured.push(await measureConnected(product, product.people.slice(0, size)));
  }
  await product.stop();
  return measured;
}

const idleMs = 10_000;
const arrivals = 10;

async function measureConnected(product: Product, people: readonly Writer[]): Promise<Costs> {
  const { server } = product;
  const { url, pid } = server;
  // No one was here: everyone hears of everyone.
  await product.pool.query('delete from presence_sightings');
  const cookies = people.slice(arrivals).map(({ cookie }) => cookie);
  await untilQuiet();
  const arriving = countCpu(pid);
  const group = await openClientGroup(url, cookies);
  await sleep(2_000);
  const { serverMs, databaseMs, wallMs } = arriving();
  const idle = countCpu(pid);
  await Promise.race([sleep(idleMs), group.failure]);
  const idled = idle();
  const single = countCpu(pid);
  const late: BenchSocket[] = [];
  for (const { cookie } of people.slice(0, arrivals)) {
    late.push(await openBenchSocket({ url, cookie, onFailure() {} }));
    await sleep(300);
  }
  const arrived = single();
  const received = await timeToAll(product, group.sockets, people[arrivals] as Writer);
  group.close();
  for (const socket of late) socket.close();
  await sleep(1_000);
  return {
    'all arrive: wall': wallMs - 2_000,
    'all arrive: server CPU': serverMs,
    'all arrive: database CPU': databaseMs,
    'one arrives: server CPU':
      Math.max(0, arrived.serverMs - idled.serverMs * (arrived.wallMs / idled.wallMs)) / arrivals,
    'idle for 10 s: server CPU': idled.serverMs,
    'idle for 10 s: database CPU': idled.databaseMs,
    'a post until all received it': received,
  };
}

/** From the send until the last socket has the message. */
async function timeToAll(
  product: Product,
  sockets: readonly BenchSocket[],
  writer: Writer,
): Promise<number> {
  const post = createClient(product, writer);
  return time(async () => {
    let missing = sockets.length;
    const { promise, resolve } = Promise.withResolvers<void>();
    for (const socket of sockets) socket.listen(() => --missing === 0 && resolve());
    await post(
      { method: postMessage.method, path: postMessage.path.replace(':channelId', 'general') },
      { content: 'To all', clientMsgId: crypto.randomUUID() },
    );
    await promise;
    await sleep(100);
  }).then((ms) => ms - 100);
}

/** From a constant cost, 0, to one that grows with the square of the size, 2; between the two largest sizes. */
function exponentOf(sizes: readonly number[], costs: readonly number[]): number {
  const [low = 1, high = 1] = sizes.slice(-2);
  const [before = 0, after = 0] = costs.slice(-2);
  return Math.log(after / before) / Math.log(high / low);
}

function verdictOn(exponent: number): string {
  if (!(exponent > 0.3)) return 'hardly grows';
  return exponent <= 1.1 ? 'up to linear' : 'MORE THAN LINEAR';
}

function printGrowth(axis: string, sizes: readonly number[], measured: readonly Costs[]): void {
  printTable(
    `Cost in ms by the number of ${axis}`,
    ['', ...sizes.map(rounded), 'exponent', 'verdict'],
    Object.keys(measured[0] ?? {}).map((what) => {
      const costs = measured.map((one) => one[what] ?? Number.NaN);
      const exponent = exponentOf(sizes, costs);
      return [
        what,
        ...costs.map((cost) => fixed(cost, 1)),
        fixed(exponent, 2),
        verdictOn(exponent),
      ];
    }),
  );
}

export async function growth(): Promise<void> {
  for (const [axis, { measure, sizes }] of Object.entries(axes)) {
    if (chosen.includes(axis)) printGrowth(axis, sizes, await measure(sizes));
  }
}
