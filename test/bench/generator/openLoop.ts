import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Sample } from '../measure/compare.ts';
import { countCpu } from '../measure/processes.ts';
import type { BenchSocket } from './benchSocket.ts';
import { encodeMasked } from './frames.ts';
import { createTally, type Tally } from './tally.ts';

const stalledAfterMs = 10_000;

export interface ChannelLoad {
  channelId: string;
  sockets: BenchSocket[];
}

interface Options {
  /** The server's process. */
  pid: number;
  channels: ChannelLoad[];
  perSecond: number;
  seconds: number;
}

/** `count` is messages; a latency is from when one was due until the last reader of its channel has it. */
export interface PaceResult extends Sample {
  faults: number;
}

const content = 'The blue one from the second row is sold, please take it off the site. '.padEnd(
  100,
  '.',
);

interface Outgoing {
  socket: BenchSocket;
  frame: Buffer;
}

/** Takes turns among the channels, and among the users of each. */
function compose(channels: ChannelLoad[], count: number, dueAt: (index: number) => number) {
  const due = new Map<string, number>();
  const outgoing = Array.from({ length: count }, (_, index): Outgoing => {
    const { channelId, sockets } = channels[index % channels.length] as ChannelLoad;
    const socket = sockets[Math.floor(index / channels.length) % sockets.length] as BenchSocket;
    const id = uuidv7();
    due.set(id, dueAt(index));
    const data = { channelId, content, messageType: 'text', clientMsgId: id };
    return { socket, frame: encodeMasked(JSON.stringify({ type: 'chat_message', data })) };
  });
  return { due, outgoing };
}

function listen(
  { sockets }: ChannelLoad,
  due: Map<string, number>,
  done: (ms: number) => void,
): Tally {
  const start: number[] = [];
  const tally = createTally(
    sockets.length,
    (id, index) => {
      start[index] = due.get(id) ?? Number.NaN;
    },
    (index) => done(performance.now() - (start[index] ?? Number.NaN)),
  );
  for (const [number, socket] of sockets.entries()) {
    socket.listen((bytes, from, to) => tally.record(number, bytes, from, to));
  }
  return tally;
}

/** Sends at fixed times, whether or not earlier messages have arrived, so that a server cannot hide that it falls behind. */
export async function runOpenLoop({
  pid,
  channels,
  perSecond,
  seconds,
}: Options): Promise<PaceResult> {
  const count = perSecond * seconds;
  const started = performance.now() + 100;
  const { due, outgoing } = compose(
    channels,
    count,
    (index) => started + (index * 1000) / perSecond,
  );
  const latenciesMs: number[] = [];
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  const tallies = channels.map((channel) =>
    listen(channel, due, (ms) => {
      latenciesMs.push(ms);
      if (latenciesMs.length === count) resolve();
    }),
  );
  const timeout = setTimeout(
    () => reject(new Error(`Only ${latenciesMs.length} of ${count} messages reached every reader`)),
    seconds * 1000 + stalledAfterMs,
  );
  const readCpu = countCpu(pid);
  for (const [index, { socket, frame }] of outgoing.entries()) {
    const wait = started + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    socket.send(frame);
  }
  await finished.finally(() => clearTimeout(timeout));
  const faults = tallies.reduce((sum, tally) => sum + tally.faults(), 0);
  return { count, spent: readCpu(), latenciesMs, faults };
}
