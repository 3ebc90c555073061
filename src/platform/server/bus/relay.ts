import type pg from 'pg';
import { listenTo } from '../db/listener.ts';
import type { Log } from '../log/log.ts';

const channel = 'forecourt_bus';
/** PostgreSQL rejects notifications of 8,000 bytes and more; base64 turns 3 bytes into 4, without padding. */
const chunkBytes = 5_799;

/** Sends texts to all instances on the same database, through LISTEN and NOTIFY. */
export interface Relay {
  /** Sent in call order; those of one turn of the event loop together. */
  send(text: string): void;
  close(): Promise<void>;
}

interface Options {
  /** Writes through it; listens on a separate connection with the same options. */
  pool: pg.Pool;
  /** Identifies this instance, which does not receive its own texts. */
  self: string;
  log: Log;
  onText(text: string): void;
  /** Listening again after a disconnect: texts sent meanwhile are lost. */
  onListening(): void;
}

export function createRelay(options: Options): Relay {
  const { pool, self, log, onText, onListening } = options;
  const partial = new Map<string, (string | undefined)[]>();
  let isClosed = false;
  let waiting: string[] = [];
  let batches = 0;
  let turn = Promise.resolve();

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
    // The first chunks of a batch may have been sent before this connection listened.
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
      .catch((error) => log.debug({ err: error }, 'Failed to relay through the database'));
  }

  const listener = listenTo({
    pool,
    channel,
    log,
    onPayload: receive,
    onListening,
    onEnd: () => partial.clear(),
  });

  return {
    send(text) {
      if (isClosed) return;
      waiting.push(text);
      if (waiting.length === 1) turn = turn.then(flush);
    },
    async close() {
      isClosed = true;
      await turn;
      await listener.close();
    },
  };
}
