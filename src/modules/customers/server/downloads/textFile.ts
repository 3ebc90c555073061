import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { StoredFile } from '../../../../platform/contract/endpoint.ts';

/** Escapes text for a vCard (RFC 6350, 3.4) or an iCalendar (RFC 5545, 3.3.11). */
export const escaped = (text: string): string =>
  text.replace(/[\\;,]/g, '\\$&').replace(/\r\n|\r|\n/g, '\\n');

/** An instant in UTC: `20261122T190500Z`. */
export const stamp = (at: Date): string =>
  at.toISOString().replace(/\.\d+/, '').replace(/[-:]/g, '');

const maxLineOctets = 75;

/** Folds a line at 75 octets, never inside a character; continuation lines start with a space. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = '';
  let octets = 0;
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (octets + size > maxLineOctets) {
      parts.push(part);
      part = ' ';
      octets = 1;
    }
    part += character;
    octets += size;
  }
  return [...parts, part].join('\r\n');
}

/** vCard or iCalendar lines as a file reply. */
export function textFile(mediaType: string, name: string, lines: readonly string[]): StoredFile {
  const bytes = Buffer.from(lines.map((line) => `${folded(line)}\r\n`).join(''), 'utf8');
  return {
    mediaType: `${mediaType}; charset=utf-8`,
    name,
    inline: false,
    sizeBytes: bytes.length,
    etag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
    open: async ({ start, end }) => Readable.from([bytes.subarray(start, end + 1)]),
  };
}
