import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Sample } from '../measure/compare.ts';
import { countCpu } from '../measure/processes.ts';
import { encodeMasked } from './frames.ts';
import type { Line } from './line.ts';
import { createTally, type Tally } from './tally.ts';

const stalledAfterMs = 10_000;

export interface Room {
  channelId: string;
  lines: Line[];
}

interface Options {
  /** The server's process. */
  pid: number;
  rooms: Room[];
  perSecond: number;
  seconds: number;
}

/** `count` is messages; a latency lasts from when one was due until the last person of its room has it. */
export interface PaceResult extends Sample {
  faults: number;
}

const content = 'The blue one from the second row is sold, please take it off the site. '.padEnd(
  100,
  '.',
);

interface Outgoing {
  line: Line;
  frame: Buffer;
}

/** In turn over the rooms, and over the people of each. */
function compose(rooms: Room[], count: number, dueAt: (index: number) => number) {
  const due = new Map<string, number>();
  const outgoing = Array.from({ length: count }, (_, index): Outgoing => {
    const { channelId, lines } = rooms[index % rooms.length] as Room;
    const line = lines[Math.floor(index / rooms.length) % lines.length] as Line;
    const id = uuidv7();
    due.set(id, dueAt(index));
    const data = { channelId, content, messageType: 'text', clientMsgId: id };
    return { line, frame: encodeMasked(JSON.stringify({ type: 'chat_message', data })) };
  });
  return { due, outgoing };
}

function listen({ lines }: Room, due: Map<string, number>, done: (ms: number) => void): Tally {
  const start: number[] = [];
  const tally = createTally(
    lines.length,
    (id, index) => {
      start[index] = due.get(id) ?? Number.NaN;
    },
    (index) => done(performance.now() - (start[index] ?? Number.NaN)),
  );
  for (const [number, line] of lines.entries()) {
    line.listen((bytes, from, to) => tally.take(number, bytes, from, to));
  }
  return tally;
}

/** Sends by the clock, whether or not what was sent before has arrived: a server that falls behind shows it. */
export async function runOpenLoop({
  pid,
  rooms,
  perSecond,
  seconds,
}: Options): Promise<PaceResult> {
  const count = perSecond * seconds;
  const started = performance.now() + 100;
  const { due, outgoing } = compose(rooms, count, (index) => started + (index * 1000) / perSecond);
  const latenciesMs: number[] = [];
  const { promise: finished, resolve, reject } = Promise.withResolvers<void>();
  const tallies = rooms.map((room) =>
    listen(room, due, (ms) => {
      latenciesMs.push(ms);
      if (latenciesMs.length === count) resolve();
    }),
  );
  const late = setTimeout(
    () => reject(new Error(`Only ${latenciesMs.length} of ${count} messages reached everybody`)),
    seconds * 1000 + stalledAfterMs,
  );
  const readCpu = countCpu(pid);
  for (const [index, { line, frame }] of outgoing.entries()) {
    const wait = started + (index * 1000) / perSecond - performance.now();
    if (wait > 0) await sleep(wait);
    line.send(frame);
  }
  await finished.finally(() => clearTimeout(late));
  const faults = tallies.reduce((sum, tally) => sum + tally.faults(), 0);
  return { count, spent: readCpu(), latenciesMs, faults };
}
