import { setTimeout as sleep } from 'node:timers/promises';
import { openClientGroup } from '../generator/clientGroup.ts';
import { type LoopResult, runClosedLoop } from '../generator/closedLoop.ts';
import { alternate, type Pair, printPairs } from '../measure/compare.ts';
import { median } from '../measure/statistics.ts';
import { rounded } from '../measure/table.ts';
import { startBareServer } from '../subjects/bare.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { auditRun, readLastSeq } from './fanoutAudit.ts';

// One channel with all users, and a closed loop of messages: the real server, which stores each of them, against a bare
// broadcast that stores none. Same machine, same generator, alternating runs.

/** Users in the channel, and messages in flight. */
const loads: [number, number][] = [
  [100, 1],
  [100, 16],
  [500, 1],
  [500, 16],
  [1_000, 16],
];
/** So many that a user who has sent a lot does not soon send again. */
const peopleCount = 2_000;
const maxMs = 4_000;
/** Until the events of connecting and disconnecting users have been sent. */
const settleMs = 1_000;

interface Subject {
  url: string;
  pid: number;
  /** The users of the next run: others than in the last one, so that no one reaches the rate limit. */
  cookies(size: number): string[];
  lastSeq(): Promise<number>;
  /** Throws unless exactly the stored messages arrived. */
  audit(lastSeq: number, result: LoopResult): Promise<void>;
}

function asSubject({ server, pool, people }: Product): Subject {
  let next = 0;
  return {
    url: server.url,
    pid: server.pid,
    cookies(size) {
      const start = next;
      next += size;
      const turn = (index: number) => people[(start + index) % people.length]?.cookie ?? '';
      return Array.from({ length: size }, (_, index) => turn(index));
    },
    lastSeq: () => readLastSeq(pool),
    audit: (lastSeq, result) => auditRun(pool, lastSeq, result),
  };
}

async function startFloor(): Promise<Subject> {
  const bare = await startBareServer();
  return {
    ...bare,
    cookies: (size) => Array(size).fill('unused=cookie'),
    lastSeq: async () => 0,
    audit: async () => {},
  };
}

async function runOnce(subject: Subject, size: number, flight: number): Promise<LoopResult> {
  const group = await openClientGroup(subject.url, subject.cookies(size));
  try {
    await sleep(settleMs);
    const lastSeq = await subject.lastSeq();
    const { pid } = subject;
    const loop = runClosedLoop({ pid, sockets: group.sockets, inFlight: flight, maxMs });
    const result = await Promise.race([loop, group.failure]);
    if (result.faults > 0 || result.count !== result.sent * size) {
      throw new Error(
        `${result.sent} messages to ${size} people made ${result.count} deliveries, ` +
          `${result.faults} of them twice or out of order`,
      );
    }
    await subject.audit(lastSeq, result);
    return result;
  } finally {
    group.close();
  }
}

export async function fanout(): Promise<void> {
  const product = await startProduct(peopleCount);
  const ours = asSubject(product);
  const floor = await startFloor();
  // Warm-up, not counted.
  for (const subject of [ours, floor]) await runOnce(subject, 100, 16);
  const pairs = new Map<string, Pair<LoopResult, LoopResult>>();
  for (const [size, flight] of loads) {
    const pair = await alternate(
      () => runOnce(ours, size, flight),
      () => runOnce(floor, size, flight),
    );
    pairs.set(`${rounded(size)} people, ${flight} in flight`, pair);
  }
  await product.stop();
  const title =
    'Fan-out: every message durable, compared with a bare ws broadcast that stores nothing';
  printPairs({ title, one: 'delivery', many: 'deliveries', floor: 'bare' }, pairs);
  printAudit([...pairs.values()]);
}

function printAudit(pairs: Pair<LoopResult, LoopResult>[]): void {
  const sum = (results: LoopResult[], of: (result: LoopResult) => number) =>
    results.reduce((total, result) => total + of(result), 0);
  const bytes = (results: LoopResult[]) =>
    rounded(median(results.map(({ frameBytes, count }) => frameBytes / count)));
  const ours = pairs.flatMap((pair) => pair.ours);
  console.log(
    `Times are from the write to the last reader. Verified: each of ${rounded(sum(ours, ({ sent }) => sent))} ` +
      `acknowledged messages is in the database once, and each of their ` +
      `${rounded(sum(ours, ({ count }) => count))} deliveries came once and in order. ` +
      `Frames of ${bytes(ours)} bytes, bare ${bytes(pairs.flatMap(({ floor }) => floor))}.`,
  );
}
