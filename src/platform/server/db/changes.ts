import type pg from 'pg';
import type { Log } from '../log/log.ts';
import { listenTo } from './listener.ts';

/** Where triggers send the id of a user whose rights or sessions a transaction changed. */
const channel = 'actor_changed';

/** Every connection of the pool runs it first. */
export const listenForChanges = `listen ${channel}`;

/** Gets the user's id; null: anyone may have changed. */
type Handler = (userId: number | null) => void;

/**
 * Changes of what the look-up of an actor reads. They come from triggers, so no code that writes can forget to announce
 * them.
 */
export interface ActorChanges {
  /** False: changes of other processes are not known. */
  isListening(): boolean;
  /** A change made through the pool arrives before its COMMIT resolves, others within milliseconds. */
  subscribe(handler: Handler): void;
  /** Passes on a change that another instance reported. */
  report(userId: number): void;
  /** Listens to other processes; `onOwn` gets the changes made through the pool. */
  listen(onOwn: (userId: number) => void): void;
  close(): Promise<void>;
}

export function createActorChanges(pool: pg.Pool, log: Log): ActorChanges {
  const handlers: Handler[] = [];
  let isListening = false;
  let announce: ((userId: number) => void) | undefined;
  let listener: { close(): Promise<void> } | undefined;

  const report: Handler = (userId) => {
    for (const handler of handlers) handler(userId);
  };

  function become(listening: boolean): void {
    isListening = listening;
    report(null);
  }

  pool.on('connect', (client) => {
    // All connections hear of all changes. PostgreSQL sends a connection its own before the reply to COMMIT.
    client.on('notification', ({ channel: from, processId, payload }) => {
      const isOwn = processId === (client as { processID?: number }).processID;
      if (from !== channel || !isOwn) return;
      report(Number(payload));
      announce?.(Number(payload));
    });
  });

  return {
    isListening: () => isListening,
    subscribe: (handler) => void handlers.push(handler),
    report,
    listen(onOwn) {
      announce = onOwn;
      listener = listenTo({
        pool,
        channel,
        log,
        onPayload: (payload) => report(Number(payload)),
        onListening: () => become(true),
        onEnd: () => become(false),
      });
    },
    close: async () => listener?.close(),
  };
}
