import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BenchSocket } from '../generator/benchSocket.ts';
import { openClientGroup } from '../generator/clientGroup.ts';
import { type ChannelLoad, type PaceResult, runOpenLoop } from '../generator/openLoop.ts';
import { alternate, type Pair, rounds, warmUp } from '../measure/compare.ts';
import { untilCaughtUp } from '../measure/deferred.ts';
import { recordFigure } from '../measure/goals.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, rounded, times } from '../measure/table.ts';
import { startBareServer } from '../subjects/bare.ts';
import { createChannelGroups } from '../subjects/channelGroups.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// A steady rate: the time from when a message was due until the last reader of its channel has it, every message durable,
// compared with a bare broadcast that stores none.

interface Pace {
  name: string;
  channels: number;
  people: number;
  perSecond: number;
}

const paces: Pace[] = [
  { name: '1 × 100, 50/s', channels: 1, people: 100, perSecond: 50 },
  { name: '1 × 1,000, 20/s', channels: 1, people: 1_000, perSecond: 20 },
  { name: '100 × 10, 1,000/s', channels: 100, people: 10, perSecond: 1_000 },
];
const seconds = Number(process.env.SECONDS ?? 8);
const peopleCount = 1_000;
/** Until the events of connecting and disconnecting users have been sent. */
const settleMs = 1_000;

/** As `createChannelGroups` names them. */
const channelId = ({ people }: Pace, index: number) => `group-${people}-${index}`;

interface Subject {
  url: string;
  pid: number;
  /** Of all users of a pace, channel by channel. */
  cookies(pace: Pace): string[];
}

const productOf = ({ server, people }: Product): Subject => ({
  url: server.url,
  pid: server.pid,
  cookies: (pace) => people.slice(0, pace.channels * pace.people).map(({ cookie }) => cookie),
});

const bareOf = (bare: { url: string; pid: number }): Subject => ({
  ...bare,
  cookies: (pace) =>
    Array.from(
      { length: pace.channels * pace.people },
      (_, index) => `channel=${channelId(pace, Math.floor(index / pace.people))}`,
    ),
});

function channelsOf(pace: Pace, sockets: BenchSocket[]): ChannelLoad[] {
  return Array.from({ length: pace.channels }, (_, index) => ({
    channelId: channelId(pace, index),
    sockets: sockets.slice(index * pace.people, (index + 1) * pace.people),
  }));
}

async function runOnce(subject: Subject, pace: Pace): Promise<PaceResult> {
  const group = await openClientGroup(subject.url, subject.cookies(pace));
  try {
    await sleep(settleMs);
    const { pid } = subject;
    const channels = channelsOf(pace, group.sockets);
    const loop = runOpenLoop({ pid, channels, seconds, perSecond: pace.perSecond });
    const result = await Promise.race([loop, group.failure]);
    if (result.faults > 0) throw new Error(`${result.faults} frames came twice or out of order`);
    return result;
  } finally {
    group.close();
  }
}

async function assertStored(pool: pg.Pool, sent: number): Promise<void> {
  const { rows } = await pool.query<{ stored: number }>(
    `select count(distinct client_msg_id)::int as stored from chat_messages
     where channel_id like 'group-%'`,
  );
  if (rows[0]?.stored !== sent) throw new Error(`${sent} arrived, ${rows[0]?.stored} are stored`);
}

export async function pace(): Promise<void> {
  const product = await startProduct(peopleCount);
  for (const { people, channels } of paces) await createChannelGroups(product, people, channels);
  const ours = productOf(product);
  const floor = bareOf(await startBareServer());
  const pairs = new Map<string, Pair<PaceResult, PaceResult>>();
  let sent = 0;
  const runOurs = async (one: Pace) => {
    const result = await runOnce(ours, one);
    sent += result.count;
    await untilCaughtUp(product.pool, product.server.pid);
    return result;
  };
  const [fastest] = paces.toSorted((a, b) => b.perSecond - a.perSecond) as [Pace];
  await warmUp(
    () => runOurs(fastest),
    () => runOnce(floor, fastest),
  );
  for (const one of paces) {
    const pair = await alternate(
      () => runOurs(one),
      () => runOnce(floor, one),
    );
    pairs.set(one.name, pair);
  }
  await assertStored(product.pool, sent);
  await product.stop();
  print(pairs);
  console.log(
    `Medians of ${rounds} rounds of ${seconds} s. Verified: each of ${rounded(sent)} messages is in the database ` +
      'once, and reached every reader of its channel once and in order.',
  );
}

function print(pairs: Map<string, Pair<PaceResult, PaceResult>>): void {
  for (const [name, { ours }] of pairs) {
    const share = (which: 'serverMs' | 'databaseMs') =>
      100 * median(ours.map(({ spent }) => spent[which] / spent.wallMs));
    for (const part of [50, 99]) {
      const ms = median(ours.map(({ latenciesMs }) => quantile(latenciesMs, part / 100)));
      recordFigure(`${name}: p${part} ms`, ms);
    }
    recordFigure(`${name}: server, % of a core`, share('serverMs'));
    recordFigure(`${name}: PostgreSQL, % of a core`, share('databaseMs'));
  }
  printPaces(pairs);
}

function printPaces(pairs: Map<string, Pair<PaceResult, PaceResult>>): void {
  const ms = (samples: PaceResult[], part: number) =>
    median(samples.map(({ latenciesMs }) => quantile(latenciesMs, part)));
  const share = (samples: PaceResult[], which: 'serverMs' | 'databaseMs' | 'generatorMs') =>
    `${fixed(100 * median(samples.map(({ spent }) => spent[which] / spent.wallMs)), 1)} %`;
  printTable(
    'From post to last reader at a steady rate, compared with a bare ws broadcast that stores nothing',
    [
      '',
      'p50 ms',
      'p99 ms',
      'bare p50',
      'bare p99',
      'p50 ÷ bare',
      'server',
      'PostgreSQL',
      'generator',
    ],
    [...pairs].map(([name, { ours, floor }]) => [
      name,
      fixed(ms(ours, 0.5), 2),
      fixed(ms(ours, 0.99), 2),
      fixed(ms(floor, 0.5), 2),
      fixed(ms(floor, 0.99), 2),
      times(ms(ours, 0.5) / ms(floor, 0.5)),
      share(ours, 'serverMs'),
      share(ours, 'databaseMs'),
      share(ours, 'generatorMs'),
    ]),
  );
}
