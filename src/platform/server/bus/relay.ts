import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { Log } from '../log/log.ts';

const channel = 'forecourt_bus';
/** PostgreSQL refuses notifications of 8,000 bytes and more; base64 makes 4 bytes of 3, without padding. */
const chunkBytes = 5_799;
const reconnectMs = 1_000;

/** Carries texts to all instances that share a database, through its LISTEN and NOTIFY. */
export interface Relay {
  /** Sent in the order of the calls, those of one turn of the event loop together. */
  send(text: string): void;
  close(): Promise<void>;
}

interface Options {
  /** Writes through it; listens on a connection of its own, opened with the same options. */
  pool: pg.Pool;
  /** Identifies this instance. Its own texts are not delivered to it. */
  self: string;
  log: Log;
  onText(text: string): void;
  /** Listens again after a break: what was sent meanwhile never arrived. */
  onListening(): void;
}

export function createRelay(options: Options): Relay {
  const { pool, self, log, onText, onListening } = options;
  const partial = new Map<string, (string | undefined)[]>();
  let listener: pg.Client | undefined;
  let isClosed = false;
  let waiting: string[] = [];
  let batches = 0;
  let turn = Promise.resolve();

  async function listen(): Promise<void> {
    while (!isClosed) {
      const client = new pg.Client({ ...pool.options, keepAlive: true });
      const broken = Promise.withResolvers<void>();
      client.on('error', () => broken.resolve());
      client.on('end', () => broken.resolve());
      client.on('notification', ({ payload = '' }) => {
        try {
          receive(payload);
        } catch (error) {
          log.warn({ err: error }, 'A notification of the database could not be read');
        }
      });
      listener = client;
      try {
        await client.connect();
        await client.query(`listen ${channel}`);
        onListening();
        await broken.promise;
      } catch (error) {
        log.debug({ err: error }, 'The database could not be listened to');
      }
      partial.clear();
      await client.end().catch(() => {});
      if (!isClosed) await sleep(reconnectMs, undefined, { ref: false });
    }
  }

  function receive(payload: string): void {
    const [from = '', batch = '', index = '', count = '', data = ''] = payload.split(' ');
    if (from === self || !count) return;
    const id = `${from} ${batch}`;
    const chunks = partial.get(id) ?? [];
    chunks[Number(index)] = data;
    // Chunks of one batch are sent by one statement and arrive in order.
    if (Number(index) + 1 < Number(count)) {
      partial.set(id, chunks);
      return;
    }
    partial.delete(id);
    // The start of a batch may have been sent before this connection listened.
    if (!chunks[0] || chunks.includes(undefined)) return;
    for (const text of JSON.parse(Buffer.from(chunks.join(''), 'base64').toString())) onText(text);
  }

  async function flush(): Promise<void> {
    const texts = waiting;
    waiting = [];
    const bytes = Buffer.from(JSON.stringify(texts));
    const count = Math.ceil(bytes.length / chunkBytes);
    const batch = ++batches;
    const chunks = Array.from({ length: count }, (_, index) => {
      const data = bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes).toString('base64');
      return [self, batch, index, count, data].join(' ');
    });
    await pool
      .query('select pg_notify($1, chunk) from unnest($2::text[]) chunk', [channel, chunks])
      .catch((error) => log.debug({ err: error }, 'The database did not relay'));
  }

  void listen();

  return {
    send(text) {
      if (isClosed) return;
      waiting.push(text);
      if (waiting.length === 1) turn = turn.then(flush);
    },
    async close() {
      isClosed = true;
      await turn;
      await listener?.end().catch(() => {});
    },
  };
}
