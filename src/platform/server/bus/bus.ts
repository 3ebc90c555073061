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

/** In process, and through Redis to the other instances where there is one. */
export function createBus(redis: Redis | undefined, log: Log): Bus {
  const handlers = new Map<string, Handler[]>();
  const self = randomUUID();
  // Redis tells a channel to all its databases.
  const channel = `forecourt:bus:${redis?.options.db}`;

  function deliver(fact: string, payload: unknown): void {
    for (const handler of handlers.get(fact) ?? []) {
      try {
        handler(payload);
      } catch (error) {
        log.error({ err: error, fact }, 'A listener failed');
      }
    }
  }

  function receive(text: string): void {
    try {
      const { from, fact, payload } = JSON.parse(text);
      if (from !== self) deliver(fact, payload);
    } catch (error) {
      log.warn({ err: error }, 'A fact of another instance could not be read');
    }
  }

  const subscriber = redis?.duplicate({ autoResubscribe: false });
  subscriber?.on('error', () => {}); // Told once, by the connection it was duplicated from.
  subscriber?.on('message', (_channel, text) => receive(text));
  // A subscription ends with its connection, and can be asked for only once that stands.
  subscriber?.on('ready', () => {
    subscriber
      .subscribe(channel)
      .catch((error) => log.warn({ err: error }, 'Other instances are not heard'));
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
