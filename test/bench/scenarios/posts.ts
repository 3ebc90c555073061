import path from 'node:path';
import pg from 'pg';
import { v7 as uuidv7 } from 'uuid';
import { postMessage } from '../../../src/modules/chat/contract.ts';
import { readPasswords } from '../../../src/platform/server/db/embedded/roles.ts';
import { encodePost, openConnection } from '../generator/httpConnection.ts';
import {
  alternate,
  type Pair,
  printPairs,
  recordPair,
  type Sample,
  warmUp,
} from '../measure/compare.ts';
import { type Followed, printFollowed, untilCaughtUp } from '../measure/deferred.ts';
import { countCpu } from '../measure/processes.ts';
import { type ChannelGroup, createChannelGroups } from '../subjects/channelGroups.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// Messages over HTTP by many users, in private channels of 100 and in the one that is open to everyone, against a plain INSERT of a row on the same PostgreSQL: the maximum that the disk, the
// driver and the number of clients allow.

const clients = [1, 16, 64];
const membersPerChannel = 100;
const maxMs = Number(process.env.SECONDS ?? 2) * 1000;
/** Enough that in one run no one reaches the rate limit. */
const peopleCount = 3_000;
const maxPerRun = 25_000;
const content = 'The blue one from the second row is sold, please take it off the site. '.padEnd(
  100,
  '.',
);

/** Repeats an action with that many clients at the same time, until the time or the maximum is reached. */
async function repeat(
  pid: number,
  count: number,
  action: (client: number, index: number) => Promise<void>,
): Promise<Sample> {
  const latenciesMs: number[] = [];
  const readCpu = countCpu(pid);
  const end = performance.now() + maxMs;
  let next = 0;
  async function work(client: number): Promise<void> {
    for (let now = performance.now(); now < end && next < maxPerRun; ) {
      await action(client, next++);
      const after = performance.now();
      latenciesMs.push(after - now);
      now = after;
    }
  }
  await Promise.all(Array.from({ length: count }, (_, client) => work(client)));
  return { count: latenciesMs.length, spent: readCpu(), latenciesMs };
}

async function runPosts(
  { server, pool, people }: Product,
  /** Null: all in the one that is open to everyone. */
  channels: ChannelGroup[] | null,
  count: number,
): Promise<Sample & Followed> {
  const { host } = new URL(server.url);
  const ids: string[] = [];
  const requests = Array.from({ length: maxPerRun }, (_, index) => {
    const clientMsgId = uuidv7();
    ids.push(clientMsgId);
    const body = JSON.stringify({ content, messageType: 'text', clientMsgId });
    const sender = index % people.length;
    const channel = channels?.[Math.floor(sender / membersPerChannel)];
    const channelId = channel?.channelId ?? 'general';
    const address = postMessage.path.replace(':channelId', channelId);
    return encodePost(address, host, people[sender]?.cookie ?? '', body);
  });
  const connections = await Promise.all(
    Array.from({ length: count }, () => openConnection(server.url)),
  );
  const run = await repeat(server.pid, count, async (client, index) => {
    const request = requests[index];
    const response = request && (await connections[client]?.send(request));
    if (response?.status !== 201) throw new Error(`A post failed: ${response?.text}`);
  });
  for (const connection of connections) connection.close();
  const { rows } = await pool.query(
    'select count(*)::int as stored from chat_messages where client_msg_id = any($1::uuid[])',
    [ids.slice(0, run.count)],
  );
  if (rows[0].stored !== run.count)
    throw new Error(`${run.count} acknowledged, ${rows[0].stored} stored`);
  return { ...run, sent: run.count, after: await untilCaughtUp(pool, server.pid) };
}

async function runInserts({ server }: Product, count: number): Promise<Sample> {
  const host = path.join(server.dataDir, 'postgres', 'socket');
  const { owner: password } = readPasswords(path.join(server.dataDir, 'keys'));
  const connections = await Promise.all(
    Array.from({ length: count }, async () => {
      const client = new pg.Client({ host, user: 'forecourt', password, database: 'forecourt' });
      await client.connect();
      return client;
    }),
  );
  const text = 'insert into bench_rows (id, channel_id, content) values ($1, $2, $3)';
  const run = await repeat(server.pid, count, async (client) => {
    const values = [uuidv7(), 'general', content];
    await connections[client]?.query({ name: 'insert', text, values });
  });
  await Promise.all(connections.map((client) => client.end()));
  return run;
}

export async function posts(): Promise<void> {
  const product = await startProduct(peopleCount);
  await product.pool.query(
    `create table bench_rows (id uuid primary key, channel_id text not null, content text not null,
       created_at timestamptz not null default now());
     create index on bench_rows (channel_id, created_at)`,
  );
  const groups = await createChannelGroups(product, membersPerChannel);
  await warmUp(
    () => runPosts(product, groups, 16),
    () => runInserts(product, 16),
  );
  const pairs = new Map<string, Pair<Sample & Followed, Sample>>();
  for (const [kind, channels] of [
    ['Private posts', groups],
    ['Posts in General', null],
  ] as const) {
    for (const count of clients) {
      const pair = await alternate(
        () => runPosts(product, channels, count),
        () => runInserts(product, count),
      );
      const name = `${kind}, ${count} at a time`;
      pairs.set(name, pair);
      recordPair(name, pair, 'posts', 'post');
    }
  }
  await product.stop();
  const title =
    'Posts over HTTP, each durable, compared with single-row INSERTs on the same database';
  printPairs({ title, one: 'post', many: 'posts', floor: 'INSERT' }, pairs);
  printFollowed(new Map([...pairs].map(([name, { ours }]) => [name, ours])));
  console.log(
    `${peopleCount} people in turn. Verified: each acknowledged post is in the database once.`,
  );
}
