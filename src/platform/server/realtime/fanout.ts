import type { AnySocketEvent, DataOf } from '../../contract/socket.ts';
import type { Bus } from '../bus/bus.ts';
import { encodeFrame } from './frames.ts';
import type { Topics } from './topics.ts';

export type Publish = <E extends AnySocketEvent>(topic: string, event: E, data: DataOf<E>) => void;

const fact = 'realtime.published';

/**
 * Carries what is published to every listening socket of every instance. All frames of one topic
 * within a turn of the event loop leave in one write per reader: the system call is what costs.
 */
export function createFanout(topics: Topics, bus: Bus): Publish {
  const waiting = new Map<string, Buffer[]>();

  function flush(): void {
    const batches = [...waiting];
    waiting.clear();
    for (const [topic, frames] of batches) {
      const bytes = frames.length === 1 && frames[0] ? frames[0] : Buffer.concat(frames);
      for (const reader of topics.readers(topic)) reader.write(bytes, frames.length);
    }
  }

  bus.subscribe(fact, (payload) => {
    const { topic, text } = payload as { topic: string; text: string };
    if (waiting.size === 0) setImmediate(flush);
    const frames = waiting.get(topic);
    if (frames) frames.push(encodeFrame(text));
    else waiting.set(topic, [encodeFrame(text)]);
  });

  return (topic, event, data) => {
    bus.publish(fact, { topic, text: JSON.stringify({ type: event.type, data }) });
  };
}
