import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type { Log } from '../log/log.ts';

type Handler = (payload: unknown) => void;

/**
 * Facts, told to every instance after they are committed: past tense, ids only. Delivery is at most
 * once; what must not be missed is read from the database.
 */
export interface Bus {
  publish(fact: string, payload: unknown): void;
  subscribe(fact: string, handler: Handler): void;
  close(): Promise<void>;
}

const channel = 'forecourt:bus';

/** In process, and through Redis to the other instances where there is one. */
export async function createBus(redis: Redis | undefined, log: Log): Promise<Bus> {
  const handlers = new Map<string, Handler[]>();
  const self = randomUUID();

  function deliver(fact: string, payload: unknown): void {
    for (const handler of handlers.get(fact) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        log.error({ err: error, fact }, 'A listener failed');
      }
    }
  }

  const subscriber = redis?.duplicate();
  subscriber?.on('error', () => {}); // Told once, by the connection it was duplicated from.
  subscriber?.on('message', (_channel, text) => {
    const { from, fact, payload } = JSON.parse(text);
    if (from !== self) deliver(fact, payload);
  });
  await subscriber?.subscribe(channel).catch((error) => {
    log.warn({ err: error }, 'The message bus is not reachable yet');
  });

  return {
    publish(fact, payload) {
      deliver(fact, payload);
      redis
        ?.publish(channel, JSON.stringify({ from: self, fact, payload }))
        .catch((error) => log.warn({ err: error, fact }, 'Other instances were not told'));
    },
    subscribe(fact, handler) {
      handlers.set(fact, [...(handlers.get(fact) ?? []), handler]);
    },
    async close() {
      subscriber?.disconnect();
    },
  };
}
