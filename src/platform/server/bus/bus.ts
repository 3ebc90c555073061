import { randomUUID } from 'node:crypto';
import type { Redis } from 'ioredis';
import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { createRelay } from './relay.ts';

type Handler = (payload: unknown) => void;

/**
 * Facts, sent to every instance after commit: past tense, ids only. Delivery is at most once; what must not be
 * missed is read from the database.
 */
export interface Bus {
  publish(fact: string, payload: unknown): void;
  subscribe(fact: string, handler: Handler): void;
  /** Runs when facts of other instances may have been lost: consumers read the database again. */
  onMissed(handler: () => void): void;
  close(): Promise<void>;
}

/** The other instances: through Redis, and through PostgreSQL while Redis is unavailable. */
export interface Others {
  redis: Redis;
  pool: pg.Pool;
}

/** In this process, and to other instances if there are any. */
export function createBus(others: Others | undefined, log: Log): Bus {
  const handlers = new Map<string, Handler[]>();
  const missed: (() => void)[] = [];

  function run(handler: () => void, fact: string): void {
    try {
      handler();
    } catch (error) {
      log.error({ err: error, fact }, 'A listener failed');
    }
  }

  function deliver(fact: string, payload: unknown): void {
    for (const handler of handlers.get(fact) ?? []) run(() => handler(payload), fact);
  }

  const link =
    others &&
    connectInstances(others, log, deliver, () => {
      for (const handler of missed) run(handler, 'missed');
    });

  return {
    publish(fact, payload) {
      deliver(fact, payload);
      link?.send(fact, payload);
    },
    subscribe(fact, handler) {
      handlers.set(fact, [...(handlers.get(fact) ?? []), handler]);
    },
    onMissed: (handler) => void missed.push(handler),
    close: async () => link?.close(),
  };
}

/** A fact on its way to other instances; `n` numbers the facts of `from`. */
interface Envelope {
  from: string;
  n: number;
  fact: string;
  payload: unknown;
}

/** Sent by an instance that lost Redis, so that the others use the relay as well. */
const relayWanted = 'bus.relay_wanted';
const askEveryMs = 2_000;
const requestedForMs = 3 * askEveryMs;
/** Duplicates arrive within seconds, and no one sends this many facts in that time. */
const remembered = 20_000;

function connectInstances(
  { redis, pool }: Others,
  log: Log,
  deliver: (fact: string, payload: unknown) => void,
  miss: () => void,
) {
  const self = randomUUID();
  // A Redis channel is shared by all of its databases.
  const channel = `forecourt:bus:${redis.options.db}`;
  const isNew = createArrivals();
  let count = 0;
  let isListening = false;
  let wasAway = false;
  let relayedUntil = 0;

  function receive(text: string): void {
    try {
      const { from, n, fact, payload }: Envelope = JSON.parse(text);
      if (from === self || !isNew(from, n)) return;
      if (fact === relayWanted) relayedUntil = performance.now() + requestedForMs;
      else deliver(fact, payload);
    } catch (error) {
      log.warn({ err: error }, 'Failed to parse a fact of another instance');
    }
  }

  const relay = createRelay({
    pool,
    self,
    log,
    onText: receive,
    // With Redis unavailable, facts relayed while this connection was down are lost.
    onListening: () => wasAway && miss(),
  });

  const subscriber = redis.duplicate({ autoResubscribe: false });
  subscriber.on('error', () => {}); // Logged once, by the connection it was duplicated from.
  subscriber.on('message', (_channel, text) => receive(text));
  subscriber.on('close', () => {
    if (!isListening) return;
    isListening = false;
    wasAway = true;
    askForRelay();
    // Facts sent between the disconnect and the subscription are lost.
    setTimeout(miss, askEveryMs / 2).unref();
  });
  // A subscription ends with its connection, and can only be requested once the connection is ready.
  subscriber.on('ready', () => {
    subscriber
      .subscribe(channel)
      .then(() => {
        isListening = true;
        if (wasAway) miss();
        wasAway = false;
      })
      .catch((error) => log.debug({ err: error }, 'Failed to subscribe to Redis'));
  });

  const envelope = (fact: string, payload: unknown) =>
    JSON.stringify({ from: self, n: ++count, fact, payload } satisfies Envelope);

  function askForRelay(): void {
    if (!isListening) relay.send(envelope(relayWanted, {}));
  }
  const asking = setInterval(askForRelay, askEveryMs).unref();

  return {
    send(fact: string, payload: unknown): void {
      const text = envelope(fact, payload);
      const isReady = redis.status === 'ready';
      if (!isReady || performance.now() < relayedUntil) relay.send(text);
      if (isReady) redis.publish(channel, text).catch(() => relay.send(text));
    },
    async close(): Promise<void> {
      clearInterval(asking);
      subscriber.disconnect();
      await relay.close();
    },
  };
}

/** Returns whether a fact is new: it may arrive on both channels. */
function createArrivals(): (from: string, n: number) => boolean {
  const arrived = new Set<string>();
  return (from, n) => {
    const id = `${from} ${n}`;
    if (arrived.has(id)) return false;
    arrived.add(id);
    for (const oldest of arrived) {
      if (arrived.size <= remembered) break;
      arrived.delete(oldest);
    }
    return true;
  };
}
