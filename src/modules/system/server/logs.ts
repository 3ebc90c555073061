import { createHash, randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Platform } from '../../../platform/server/platform.ts';
import { listLogs, saveLogs } from '../contract/logs.ts';

const allLines = 10_000;

/** Each instance only has its own lines, in memory and on standard output. */
export function addLogRoutes({ routes, recentLog }: Platform): void {
  const instance = randomUUID();
  routes.add(listLogs, async ({ query }) => ({ instance, entries: recentLog.list(query) }));
  routes.add(saveLogs, async ({ query }) => {
    const entries = recentLog.list({ ...query, after: 0, limit: allLines });
    const text = entries.map((entry) => `${JSON.stringify(entry)}\n`).join('');
    const bytes = Buffer.from(text, 'utf8');
    return {
      mediaType: 'application/x-ndjson',
      name: `forecourt-${new Date().toISOString().slice(0, 19).replaceAll(':', '-')}.jsonl`,
      inline: false,
      sizeBytes: bytes.length,
      etag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
      open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
    };
  });
}
