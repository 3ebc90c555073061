import { Readable } from 'node:stream';
import { StorageError, silent } from '../failures.ts';
import type { Answer } from './calls.ts';

const textMaxBytes = 16 * 1024 * 1024;

/** The response body as it arrives. Fails if nothing arrives in time; our own slow reader does not count. */
export function streamOf(answer: Answer, stallMs: number): Readable {
  return Readable.from(pieces(answer, stallMs), { objectMode: false });
}

/** The body of a metadata response, as opposed to a file. */
export async function textOf(answer: Answer, stallMs: number): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces(answer, stallMs)) {
    length += piece.length;
    if (length > textMaxBytes) throw silent('an oversized response');
    chunks.push(piece);
  }
  return Buffer.concat(chunks).toString('utf8');
}

async function* pieces({ response, abort }: Answer, stallMs: number): AsyncGenerator<Buffer> {
  const announced = Number(response.headers.get('content-length') ?? Number.NaN);
  const reader = response.body?.getReader();
  let received = 0;
  let isWhole = false;
  try {
    for (;;) {
      const timer = setTimeout(abort, stallMs);
      const { done, value } = (await reader?.read().finally(() => clearTimeout(timer))) ?? {
        done: true,
        value: undefined,
      };
      if (done) break;
      received += value.length;
      yield Buffer.from(value.buffer, value.byteOffset, value.length);
    }
    if (!Number.isNaN(announced) && received !== announced) throw silent('a truncated response');
    isWhole = true;
  } catch (error) {
    throw error instanceof StorageError ? error : silent('the response stalled');
  } finally {
    // Releases the connection when reading stops early.
    if (!isWhole) abort();
  }
}
