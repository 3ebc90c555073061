import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

const reconnectMs = 1_000;

interface Options {
  /** Its options are those of the connection. */
  pool: pg.Pool;
  channel: string;
  log: Log;
  onPayload(payload: string): void;
  /** What was sent before is lost. */
  onListening(): void;
  /** Nothing arrives until it listens again. */
  onEnd(): void;
}

/** Listens to a channel on a connection of its own, and connects again whenever that breaks. */
export function listenTo(options: Options): { close(): Promise<void> } {
  const { pool, channel, log, onPayload, onListening, onEnd } = options;
  let current: pg.Client | undefined;
  let isClosed = false;

  async function listen(): Promise<void> {
    while (!isClosed) {
      // The pool hides its password from copies.
      const { password } = pool.options;
      const client = new pg.Client({ ...pool.options, password, keepAlive: true });
      const broken = Promise.withResolvers<void>();
      client.on('error', () => broken.resolve());
      client.on('end', () => broken.resolve());
      client.on('notification', ({ payload = '' }) => {
        try {
          onPayload(payload);
        } catch (error) {
          log.warn({ err: error }, 'Failed to parse a database notification');
        }
      });
      current = client;
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        onListening();
        await broken.promise;
      } catch (error) {
        log.debug({ err: error }, 'Failed to listen to the database');
      }
      onEnd();
      await client.end().catch(() => {});
      if (!isClosed) await sleep(reconnectMs, undefined, { ref: false });
    }
  }

  void listen();

  return {
    async close() {
      isClosed = true;
      await current?.end().catch(() => {});
    },
  };
}
