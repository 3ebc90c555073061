import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import type { Connection } from './connection.ts';
import { encodeFrame } from './frames.ts';
import type { Topics } from './topics.ts';

export type Publish = <E extends AnySocketEvent>(topic: string, event: E, data: DataOf<E>) => void;

/** The fact by which all instances learn what was published; its payload is `Published`. */
export const published = 'realtime.published';
export interface Published {
  topic: string;
  /** The frame as it is sent. */
  text: string;
}

interface PendingFrame {
  /** Order of publishing within the turn. */
  place: number;
  frame: Buffer;
}

/**
 * Carries what is published to every listening socket of every instance. All that a reader hears
 * within a turn of the event loop leaves in one write, in the order it was published: the system call
 * is what costs, and of two facts about the same thing the later one must stand.
 */
export function createFanout(topics: Topics, bus: Bus): Publish {
  const waiting = new Map<string, PendingFrame[]>();
  let places = 0;

  function flush(): void {
    const said = new Map(waiting);
    waiting.clear();
    const heard = new Map<Connection, string>();
    for (const topic of said.keys()) {
      for (const reader of topics.readers(topic)) {
        const others = heard.get(reader);
        heard.set(reader, others === undefined ? topic : `${others} ${topic}`);
      }
    }
    // Whoever hears the same topics gets the same bytes.
    const writes = new Map<string, Write>();
    for (const [reader, names] of heard) {
      const write = writes.get(names) ?? join(names.split(' ').map((name) => said.get(name) ?? []));
      writes.set(names, write);
      reader.write(write.bytes, write.count);
    }
  }

  bus.subscribe(published, (payload) => {
    const { topic, text } = payload as Published;
    if (waiting.size === 0) setImmediate(flush);
    const frames = waiting.get(topic) ?? [];
    frames.push({ place: places++, frame: encodeFrame(text) });
    waiting.set(topic, frames);
  });

  return (topic, event, data) => {
    bus.publish(published, { topic, text: JSON.stringify({ type: event.type, data }) });
  };
}

interface Write {
  bytes: Buffer;
  count: number;
}

function join(groups: PendingFrame[][]): Write {
  const said = groups.flat();
  if (groups.length > 1) said.sort((a, b) => a.place - b.place);
  return { bytes: Buffer.concat(said.map(({ frame }) => frame)), count: said.length };
}
