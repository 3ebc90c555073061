import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import type { Connection } from './connection.ts';
import { encodeFrame } from './frames.ts';
import type { Recent } from './recent.ts';
import type { Topics } from './topics.ts';

export type Publish = <E extends AnySocketEvent>(topic: string, event: E, data: DataOf<E>) => void;

/** The fact by which all instances learn what was published; its payload is `Published`. */
export const published = 'realtime.published';
export interface Published {
  topic: string;
  type: string;
  /** The frame as sent. */
  text: string;
}

interface PendingFrame {
  /** Order of publishing within the turn. */
  order: number;
  frame: Buffer;
}

/**
 * Delivers published events to every subscribed socket of every instance. All that a reader gets within a turn of
 * the event loop is sent in one write, in order: the system call is the expensive part, and of two events about the
 * same thing the later one must win.
 */
export function createFanout(
  topics: Topics,
  bus: Bus,
  recent: Recent,
): { publish: Publish; publishHere: Publish } {
  const waiting = new Map<string, PendingFrame[]>();
  let nextOrder = 0;

  function flush(): void {
    const batch = new Map(waiting);
    waiting.clear();
    const heard = new Map<Connection, string>();
    for (const topic of batch.keys()) {
      for (const reader of topics.readers(topic)) {
        const others = heard.get(reader);
        heard.set(reader, others === undefined ? topic : `${others} ${topic}`);
      }
    }
    // Readers of the same topics get the same bytes.
    const writes = new Map<string, Write>();
    for (const [reader, names] of heard) {
      const write =
        writes.get(names) ?? join(names.split(' ').map((name) => batch.get(name) ?? []));
      writes.set(names, write);
      reader.write(write.bytes, write.count);
    }
  }

  function deliver({ topic, type, text }: Published): void {
    recent.note(topic, type);
    if (waiting.size === 0) setImmediate(flush);
    const frames = waiting.get(topic) ?? [];
    frames.push({ order: nextOrder++, frame: encodeFrame(text) });
    waiting.set(topic, frames);
  }

  bus.subscribe(published, (payload) => deliver(payload as Published));

  const encode = (topic: string, { type }: AnySocketEvent, data: unknown): Published => ({
    topic,
    type,
    text: JSON.stringify({ type, data }),
  });
  return {
    publish: (topic, event, data) => bus.publish(published, encode(topic, event, data)),
    publishHere: (topic, event, data) => deliver(encode(topic, event, data)),
  };
}

interface Write {
  bytes: Buffer;
  count: number;
}

function join(groups: PendingFrame[][]): Write {
  const batch = groups.flat();
  if (groups.length > 1) batch.sort((a, b) => a.order - b.order);
  return { bytes: Buffer.concat(batch.map(({ frame }) => frame)), count: batch.length };
}
