import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { notFound } from '../../errors.ts';
import { inChunks } from '../chunks.ts';
import { damaged } from '../failures.ts';
import type { Range } from '../storage.ts';
import * as format from './format.ts';

interface Sealed {
  /** Size of the stored file; null: it does not exist. */
  size: number | null;
  range: Range;
  /** Throws if this server lacks the key, or the file was replaced. */
  unwrap(header: format.Header): Buffer;
  /** Encrypted bytes. */
  read(position: { start: number; end: number }): Promise<Readable>;
}

/** The plaintext of an encrypted file, or a range of it. Returns only authenticated data. */
export async function openSealed({ size, range, unwrap, read }: Sealed): Promise<Readable> {
  if (size === null) throw notFound();
  const header = format.readHeader(
    await buffer(await read({ start: 0, end: format.headerBytes - 1 })),
  );
  if (!header) throw damaged('no header');
  const file = { key: unwrap(header), prefix: header.prefix };
  // A truncated file is rejected before its first byte: later a response could only break off.
  const number = format.lastChunk(size);
  const tail = await buffer(await read(format.placeOf(number, size)));
  const last = { number, plain: openChunk(file, { number, isLast: true }, tail) };
  const { start = 0, end = size - 1 } = range;
  if (start >= size || start > end) return Readable.from([]);
  const wanted = { start, end: Math.min(end, size - 1) };
  return Readable.from(chunks({ file, size, read, last }, wanted), { objectMode: false });
}

interface Reading {
  file: format.FileKey;
  size: number;
  read: Sealed['read'];
  last: { number: number; plain: Buffer };
}

async function* chunks(
  { file, size, read, last }: Reading,
  { start, end }: { start: number; end: number },
): AsyncGenerator<Buffer> {
  /** The requested part of a chunk. */
  const part = (number: number, plain: Buffer) => {
    const offset = number * format.chunkBytes;
    return plain.subarray(Math.max(0, start - offset), end + 1 - offset);
  };
  const until = format.chunkAt(end);
  let number = format.chunkAt(start);
  if (number < last.number) {
    const { start: from } = format.placeOf(number, size);
    const { end: to } = format.placeOf(Math.min(until, last.number - 1), size);
    const sealed = await read({ start: from, end: to });
    for await (const { bytes } of inChunks(sealed, format.sealedChunkBytes)) {
      yield part(number, openChunk(file, { number, isLast: false }, bytes));
      number += 1;
    }
  }
  if (until === last.number) yield part(last.number, last.plain);
}

function openChunk(file: format.FileKey, position: format.Place, sealed: Buffer): Buffer {
  try {
    return format.openChunk(file, position, sealed);
  } catch {
    // Not even a part of an unauthenticated chunk may be returned.
    throw damaged(`chunk ${position.number}`);
  }
}
