import type { Readable } from 'node:stream';

/**
 * The protocol between the server and a parser process, over one pipe: a kind, the number of the read (0: none), a
 * length, and the bytes.
 */
export const kinds = {
  // From the server.
  start: 1,
  data: 2,
  dataEnd: 3,
  ask: 4,
  // From the parser.
  ready: 10,
  read: 11,
  cancel: 12,
  item: 13,
  bytes: 14,
  done: 15,
  unreadable: 16,
  broken: 17,
  outOfMemory: 18,
} as const;

export interface Frame {
  kind: number;
  id: number;
  payload: Buffer;
}

const headerBytes = 9;
/** No honest peer sends more at once. */
const payloadMaxBytes = 32 * 1024 * 1024;

export function headerOf(kind: number, id: number, length: number): Buffer {
  const header = Buffer.allocUnsafe(headerBytes);
  header.writeUInt8(kind, 0);
  header.writeUInt32BE(id, 1);
  header.writeUInt32BE(length, 5);
  return header;
}

export const jsonFrame = (kind: number, id: number, value: unknown): Buffer => {
  const payload = Buffer.from(JSON.stringify(value ?? null));
  return Buffer.concat([headerOf(kind, id, payload.length), payload]);
};

/** Bytes that arrive in pieces, returned in the requested lengths; none is copied twice. */
class Pieces {
  readonly #pieces: Buffer[] = [];
  length = 0;

  push(piece: Buffer): void {
    this.#pieces.push(piece);
    this.length += piece.length;
  }

  take(length: number): Buffer {
    this.length -= length;
    const chunks: Buffer[] = [];
    let missing = length;
    while (missing > 0) {
      const first = this.#pieces[0] as Buffer;
      if (first.length <= missing) {
        chunks.push(first);
        this.#pieces.shift();
      } else {
        chunks.push(first.subarray(0, missing));
        this.#pieces[0] = first.subarray(missing);
      }
      missing -= chunks.at(-1)?.length ?? 0;
    }
    return chunks.length === 1 ? (chunks[0] as Buffer) : Buffer.concat(chunks, length);
  }
}

/** The frames of a pipe, read only as fast as they are consumed. Ends with the pipe. */
export async function* framesOf(pipe: Readable): AsyncGenerator<Frame, undefined> {
  const pieces = new Pieces();
  let header: { kind: number; id: number; length: number } | undefined;
  for await (const piece of pipe as AsyncIterable<Buffer>) {
    pieces.push(piece);
    for (;;) {
      if (!header) {
        if (pieces.length < headerBytes) break;
        const bytes = pieces.take(headerBytes);
        const length = bytes.readUInt32BE(5);
        if (length > payloadMaxBytes) throw new Error('A frame is too long');
        header = { kind: bytes.readUInt8(0), id: bytes.readUInt32BE(1), length };
      }
      if (pieces.length < header.length) break;
      const { kind, id, length } = header;
      header = undefined;
      yield { kind, id, payload: pieces.take(length) };
    }
  }
}
