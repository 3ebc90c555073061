import { setTimeout as sleep } from 'node:timers/promises';
import { v7 as uuidv7 } from 'uuid';
import type { Sample } from '../measure/compare.ts';
import { countCpu } from '../measure/processes.ts';
import type { BenchSocket } from './benchSocket.ts';
import { encodeMasked } from './frames.ts';
import { createTally } from './tally.ts';

/** No more messages than a user may send at once, so that no rate limit is measured. */
const messagesPerPerson = 50;
const stalledAfterMs = 10_000;
/** How long to wait for duplicate messages. */
const repeatsWithinMs = 50;

interface Options {
  /** The server's process. */
  pid: number;
  channelId: string;
  sockets: BenchSocket[];
  /** Messages in flight at the same time. */
  inFlight: number;
  maxMs: number;
}

/** `count` is deliveries; a latency is from the sender's write until the last reader has the message. */
export interface LoopResult extends Sample {
  sent: number;
  /** Client ids in the order of the channel. */
  arrived: string[];
  frameBytes: number;
  faults: number;
}

interface Outgoing {
  id: string;
  frame: Buffer;
}

// A sentence of 100 characters.
const content = 'The blue one from the second row is sold, please take it off the site. '.padEnd(
  100,
  '.',
);

function compose(channelId: string, count: number): Outgoing[] {
  return Array.from({ length: count }, () => {
    const id = uuidv7();
    const data = { channelId, content, messageType: 'text', clientMsgId: id };
    return { id, frame: encodeMasked(JSON.stringify({ type: 'chat_message', data })) };
  });
}

/**
 * Keeps that many messages in flight: when all readers have one, the next user sends another. Ends when the time is over,
 * or when all users have sent their maximum.
 */
export async function runClosedLoop(options: Options): Promise<LoopResult> {
  const { pid, channelId, sockets, inFlight, maxMs } = options;
  const outgoing = compose(channelId, sockets.length * messagesPerPerson);
  const sentAt = new Map<string, number>();
  const startOf: number[] = [];
  const latenciesMs: number[] = [];
  const { promise: finished, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  let sent = 0;
  let done = 0;

  const sendNext = () => {
    const message = outgoing[sent];
    if (!message || performance.now() - started > maxMs) return;
    sentAt.set(message.id, performance.now());
    sockets[sent % sockets.length]?.send(message.frame);
    sent += 1;
  };
  const tally = createTally(
    sockets.length,
    (id, index) => {
      startOf[index] = sentAt.get(id) ?? Number.NaN;
    },
    (index) => {
      latenciesMs.push(performance.now() - (startOf[index] ?? Number.NaN));
      done += 1;
      sendNext();
      if (done === sent) finish();
    },
  );
  for (const [number, socket] of sockets.entries()) {
    socket.listen((bytes, start, end) => tally.record(number, bytes, start, end));
  }
  const timeout = setTimeout(
    () => fail(new Error(`Only ${done} of ${sent} messages reached every reader`)),
    maxMs + stalledAfterMs,
  );
  const readCpu = countCpu(pid);
  const started = performance.now();
  for (let count = 0; count < inFlight; count++) sendNext();
  await finished.finally(() => clearTimeout(timeout));
  const spent = readCpu();
  await sleep(repeatsWithinMs);
  return {
    sent,
    arrived: tally.arrived,
    count: tally.frames(),
    frameBytes: tally.frameBytes(),
    faults: tally.faults(),
    spent,
    latenciesMs,
  };
}
