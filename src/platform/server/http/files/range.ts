import type { IncomingHttpHeaders } from 'node:http';

/** Bytes from `start` to `end`, inclusive. */
interface Range {
  start: number;
  end: number;
}

/**
 * The requested range of a file: `whole` if there is none, or if it may be ignored (several ranges, another unit,
 * another version); `none` if the file does not have it.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  etag: string,
  sizeBytes: number,
): Range | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  // A range of another version would be combined with ranges of this one.
  if (headers['if-range'] !== undefined && headers['if-range'] !== etag) return 'whole';
  if (first === '') return lastOnes(Number(last), sizeBytes);
  const start = Number(first);
  const end = last === '' ? sizeBytes - 1 : Math.min(Number(last), sizeBytes - 1);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= sizeBytes ? 'none' : { start, end };
}

function lastOnes(count: number, sizeBytes: number): Range | 'none' {
  if (count === 0 || sizeBytes === 0) return 'none';
  return { start: Math.max(0, sizeBytes - count), end: sizeBytes - 1 };
}
