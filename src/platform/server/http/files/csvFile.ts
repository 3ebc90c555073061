import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { toCsv } from '../../../contract/csv.ts';
import type { StoredFile } from '../../../contract/endpoint.ts';

/** A CSV file response, saved under `name`. Built in memory: for thousands of rows, not millions. */
export function csvFile(name: string, rows: readonly (readonly string[])[]): StoredFile {
  const bytes = Buffer.from(toCsv(rows), 'utf8');
  return {
    mediaType: 'text/csv; charset=utf-8',
    name,
    inline: false,
    sizeBytes: bytes.length,
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  };
}
