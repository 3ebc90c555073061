import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { openCrew } from '../generator/crew.ts';
import type { Line } from '../generator/line.ts';
import { type PaceResult, type Room, runOpenLoop } from '../generator/openLoop.ts';
import { inTurns, type Pair, rounds } from '../measure/compare.ts';
import { median, quantile } from '../measure/statistics.ts';
import { fixed, printTable, times, whole } from '../measure/table.ts';
import { startBare } from '../subjects/bare.ts';
import { type Product, startProduct } from '../subjects/product.ts';

// A steady pace, by the clock: from when a message was due until the last person of its channel has it, every
// one durable, beside a bare broadcast that keeps none.

interface Pace {
  name: string;
  rooms: number;
  people: number;
  perSecond: number;
}

const paces: Pace[] = [
  { name: '1 × 100, 50/s', rooms: 1, people: 100, perSecond: 50 },
  { name: '1 × 1,000, 20/s', rooms: 1, people: 1_000, perSecond: 20 },
  { name: '100 × 10, 1,000/s', rooms: 100, people: 10, perSecond: 1_000 },
];
const seconds = Number(process.env.SECONDS ?? 8);
const crowd = 1_000;
/** What is said when people come and go has been said by then. */
const settleMs = 1_000;

const roomId = ({ rooms, people }: Pace, room: number) => `pace-${rooms}-${people}-${room}`;

/** For each pace channels of its own, with people in them who are in no other of that pace. */
async function openRooms(pool: pg.Pool, userIds: number[]): Promise<void> {
  for (const pace of paces) {
    const rooms = Array.from({ length: pace.rooms }, (_, room) => roomId(pace, room));
    await pool.query(
      `insert into chat_channels (id, type, name, created_by)
       select id, 'private', id, $2 from unnest($1::text[]) id`,
      [rooms, userIds[0]],
    );
    await pool.query(
      `insert into chat_members (channel_id, user_id)
       select ($1::text[])[1 + (n - 1) / $3::int], id
       from unnest($2::int[]) with ordinality as person (id, n) where n <= $3::int * $4::int`,
      [rooms, userIds, pace.people, pace.rooms],
    );
  }
}

interface Subject {
  url: string;
  pid: number;
  /** Of everybody of a pace, room by room. */
  cookies(pace: Pace): string[];
}

const productOf = ({ server, people }: Product): Subject => ({
  url: server.url,
  pid: server.pid,
  cookies: (pace) => people.slice(0, pace.rooms * pace.people).map(({ cookie }) => cookie),
});

const bareOf = (bare: { url: string; pid: number }): Subject => ({
  ...bare,
  cookies: (pace) =>
    Array.from(
      { length: pace.rooms * pace.people },
      (_, index) => `room=${roomId(pace, Math.floor(index / pace.people))}`,
    ),
});

function roomsOf(pace: Pace, lines: Line[]): Room[] {
  return Array.from({ length: pace.rooms }, (_, room) => ({
    channelId: roomId(pace, room),
    lines: lines.slice(room * pace.people, (room + 1) * pace.people),
  }));
}

async function runOnce(subject: Subject, pace: Pace): Promise<PaceResult> {
  const crew = await openCrew(subject.url, subject.cookies(pace));
  try {
    await sleep(settleMs);
    const { pid } = subject;
    const rooms = roomsOf(pace, crew.lines);
    const loop = runOpenLoop({ pid, rooms, seconds, perSecond: pace.perSecond });
    const result = await Promise.race([loop, crew.trouble]);
    if (result.faults > 0) throw new Error(`${result.faults} frames came twice or out of order`);
    return result;
  } finally {
    crew.hangUp();
  }
}

async function assertKept(pool: pg.Pool, sent: number): Promise<void> {
  const { rows } = await pool.query<{ kept: number }>(
    `select count(distinct client_msg_id)::int as kept from chat_messages
     where channel_id like 'pace-%'`,
  );
  if (rows[0]?.kept !== sent) throw new Error(`${sent} arrived, ${rows[0]?.kept} are kept`);
}

export async function pace(): Promise<void> {
  const product = await startProduct(crowd);
  await openRooms(
    product.pool,
    product.people.map(({ userId }) => userId),
  );
  const ours = productOf(product);
  const floor = bareOf(await startBare());
  const pairs = new Map<string, Pair<PaceResult, PaceResult>>();
  let sent = 0;
  for (const one of paces) {
    const count = async () => {
      const result = await runOnce(ours, one);
      sent += result.count;
      return result;
    };
    pairs.set(one.name, await inTurns(count, () => runOnce(floor, one)));
  }
  await assertKept(product.pool, sent);
  await product.stop();
  print(pairs);
  console.log(
    `Medians of ${rounds} rounds of ${seconds} s. Audited: each of ${whole(sent)} messages is in the database ` +
      'once, and reached everybody of its channel once and in order.',
  );
}

function print(pairs: Map<string, Pair<PaceResult, PaceResult>>): void {
  const ms = (samples: PaceResult[], part: number) =>
    median(samples.map(({ latenciesMs }) => quantile(latenciesMs, part)));
  const share = (samples: PaceResult[], which: 'serverMs' | 'databaseMs' | 'generatorMs') =>
    `${fixed(100 * median(samples.map(({ spent }) => spent[which] / spent.wallMs)), 1)} %`;
  printTable(
    'Post to last reader at a steady pace, beside a bare ws broadcast that keeps nothing',
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
