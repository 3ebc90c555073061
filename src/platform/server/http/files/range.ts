import type { IncomingHttpHeaders } from 'node:http';

/** Bytes from `start` up to and including `end`. */
interface Range {
  start: number;
  end: number;
}

/**
 * The part of a file that is asked for: `whole` where none is, or where it is asked for in a way that may
 * be ignored (several ranges, another unit, another version); `none` where the file has no such part.
 */
export function rangeOf(
  headers: IncomingHttpHeaders,
  etag: string,
  sizeBytes: number,
): Range | 'whole' | 'none' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range?.trim() ?? '') ?? [];
  if (first === '' && last === '') return 'whole';
  // A part of another version would be put together with parts of this one.
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
