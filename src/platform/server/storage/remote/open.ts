import { Readable } from 'node:stream';
import { notFound } from '../../errors.ts';
import { silent } from '../failures.ts';
import type { Range } from '../storage.ts';
import { streamOf } from './body.ts';
import type { SendCall } from './calls.ts';

interface Wanted {
  url: string;
  range: Range;
  stallMs: number;
}

/** An object's bytes, all or some of them. */
export async function openObject(
  send: SendCall,
  { url, range, stallMs }: Wanted,
): Promise<Readable> {
  const { start = 0, end } = range;
  const isWhole = start === 0 && end === undefined;
  const headers: Record<string, string> = isWhole ? {} : { range: `bytes=${start}-${end ?? ''}` };
  const answer = await send({ method: 'GET', url, headers, accept: [404, 416] });
  const { status } = answer.response;
  if (status === (isWhole ? 200 : 206)) return streamOf(answer, stallMs);
  answer.abort();
  if (status === 404) throw notFound();
  // An empty object has no range, not even from its first byte on.
  if (status === 416) return Readable.from([]);
  // The complete object must not be taken for the range.
  throw silent(`${status} for a range`);
}
