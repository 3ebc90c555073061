import { setTimeout as sleep } from 'node:timers/promises';
import { openClientGroup } from '../generator/clientGroup.ts';
import { type LoopResult, runClosedLoop } from '../generator/closedLoop.ts';
import { alternate, type Pair, printPairs, recordPair, warmUp } from '../measure/compare.ts';
import { type Followed, printFollowed, untilCaughtUp } from '../measure/deferred.ts';
import type { Spent } from '../measure/processes.ts';
import { median } from '../measure/statistics.ts';
import { rounded } from '../measure/table.ts';
import { startBareServer } from '../subjects/bare.ts';
import { type ChannelGroup, createChannelGroups } from '../subjects/channelGroups.ts';
import { type Product, startProduct } from '../subjects/product.ts';
import { auditRun, readLastSeq } from './fanoutAudit.ts';

// One channel, and a closed loop of messages: the real server, which checks the membership and stores each of them, against
// a bare broadcast that stores none. Same machine, same generator, alternating runs.

/** The usual kind, for its members only; and the one that is open to everyone, where no membership is checked. */
type Kind = 'private' | 'general';

interface Load {
  kind: Kind;
  /** Users connected, who are all members. */
  size: number;
  inFlight: number;
}

const loads: Load[] = (['private', 'general'] as const).flatMap((kind) =>
  [
    [100, 1],
    [100, 16],
    [500, 1],
    [500, 16],
    [1_000, 1],
    [1_000, 16],
  ].map(([size = 0, inFlight = 0]) => ({ kind, size, inFlight })),
);
const nameOf = ({ kind, size, inFlight }: Load) =>
  `${kind === 'private' ? 'Private channel' : 'General'} of ${rounded(size)}, ${inFlight} in flight`;
/** So many that a user who has sent a lot does not soon send again. */
const peopleCount = 2_000;
const maxMs = Number(process.env.SECONDS ?? 4) * 1000;
/** Until the events of connecting and disconnecting users have been sent. */
const settleMs = 1_000;

interface Subject {
  url: string;
  pid: number;
  /** The channel and the users of the next run: others than in the last one, so that no one reaches the rate limit. */
  next(load: Load): { channelId: string; cookies: string[] };
  lastSeq(channelId: string): Promise<number>;
  /** Throws unless exactly the stored messages arrived; returns the cost of what follows them. */
  audit(channelId: string, lastSeq: number, result: LoopResult): Promise<Spent | undefined>;
}

function asSubject({ server, pool }: Product, groupsOf: Map<number, ChannelGroup[]>): Subject {
  let turn = 0;
  return {
    url: server.url,
    pid: server.pid,
    next({ kind, size }) {
      const groups = groupsOf.get(size) ?? [];
      const { channelId, members } = groups[turn++ % groups.length] as ChannelGroup;
      return {
        channelId: kind === 'general' ? kind : channelId,
        cookies: members.map(({ cookie }) => cookie),
      };
    },
    lastSeq: (channelId) => readLastSeq(pool, channelId),
    async audit(channelId, lastSeq, result) {
      const spent = await untilCaughtUp(pool, server.pid);
      await auditRun(pool, channelId, lastSeq, result);
      return spent;
    },
  };
}

async function startFloor(): Promise<Subject> {
  const bare = await startBareServer();
  return {
    ...bare,
    next: ({ size }) => ({ channelId: 'general', cookies: Array(size).fill('unused=cookie') }),
    lastSeq: async () => 0,
    audit: async () => undefined,
  };
}

type Run = LoopResult & Followed;

async function runOnce(subject: Subject, load: Load): Promise<Run> {
  const { size, inFlight } = load;
  const { channelId, cookies } = subject.next(load);
  const group = await openClientGroup(subject.url, cookies);
  try {
    await sleep(settleMs);
    const lastSeq = await subject.lastSeq(channelId);
    const { pid } = subject;
    const loop = runClosedLoop({ pid, channelId, sockets: group.sockets, inFlight, maxMs });
    const result = await Promise.race([loop, group.failure]);
    if (result.faults > 0 || result.count !== result.sent * size) {
      throw new Error(
        `${result.sent} messages to ${size} people made ${result.count} deliveries, ` +
          `${result.faults} of them twice or out of order`,
      );
    }
    return { ...result, after: await subject.audit(channelId, lastSeq, result) };
  } finally {
    group.close();
  }
}

export async function fanout(): Promise<void> {
  const product = await startProduct(peopleCount);
  const groups = new Map<number, ChannelGroup[]>();
  for (const size of new Set(loads.map((load) => load.size))) {
    groups.set(size, await createChannelGroups(product, size));
  }
  const ours = asSubject(product, groups);
  const floor = await startFloor();
  const usual: Load = { kind: 'private', size: 100, inFlight: 16 };
  await warmUp(
    () => runOnce(ours, usual),
    () => runOnce(floor, usual),
  );
  const pairs = new Map<string, Pair<Run, Run>>();
  for (const load of loads) {
    const pair = await alternate(
      () => runOnce(ours, load),
      () => runOnce(floor, load),
    );
    pairs.set(nameOf(load), pair);
    recordPair(nameOf(load), pair, 'deliveries', 'delivery');
  }
  await product.stop();
  const title =
    'Fan-out: every message durable, compared with a bare ws broadcast that stores nothing';
  printPairs({ title, one: 'delivery', many: 'deliveries', floor: 'bare' }, pairs);
  printAudit([...pairs.values()]);
  printFollowed(new Map([...pairs].map(([name, { ours }]) => [name, ours])));
}

function printAudit(pairs: Pair<Run, Run>[]): void {
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
