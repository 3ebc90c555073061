import { Readable } from 'node:stream';
import { StorageError, silent } from '../failures.ts';
import type { Answer } from './calls.ts';

const textMaxBytes = 16 * 1024 * 1024;

/** The body as it comes. It fails when nothing comes for so long; a slow reader of ours is not its fault. */
export function streamOf(answer: Answer, stallMs: number): Readable {
  return Readable.from(pieces(answer, stallMs), { objectMode: false });
}

/** The body of an answer that is about something, rather than a file. */
export async function textOf(answer: Answer, stallMs: number): Promise<string> {
  const held: Buffer[] = [];
  let length = 0;
  for await (const piece of pieces(answer, stallMs)) {
    length += piece.length;
    if (length > textMaxBytes) throw silent('an answer without end');
    held.push(piece);
  }
  return Buffer.concat(held).toString('utf8');
}

async function* pieces({ response, abort }: Answer, stallMs: number): AsyncGenerator<Buffer> {
  const told = Number(response.headers.get('content-length') ?? Number.NaN);
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
    if (!Number.isNaN(told) && received !== told) throw silent('an answer cut off');
    isWhole = true;
  } catch (error) {
    throw error instanceof StorageError ? error : silent('the answer stopped');
  } finally {
    // Whoever stops reading frees the line.
    if (!isWhole) abort();
  }
}
