import { randomBytes } from 'node:crypto';

export const opcodes = { text: 1, close: 8, ping: 9, pong: 10 } as const;

/** A frame as a browser sends it: masked (RFC 6455 §5.3). */
export function encodeMasked(payload: string | Buffer, opcode: number = opcodes.text): Buffer {
  const bytes = Buffer.from(payload);
  const { length } = bytes;
  const short = length < 126;
  const header = Buffer.alloc(short ? 2 : 4);
  header[0] = 0x80 | opcode;
  header[1] = 0x80 | (short ? length : 126);
  if (!short) header.writeUInt16BE(length, 2);
  const mask = randomBytes(4);
  for (let at = 0; at < length; at++) bytes[at] = (bytes[at] ?? 0) ^ (mask[at & 3] ?? 0);
  return Buffer.concat([header, mask, bytes]);
}

/** Called with the position of the payload in the bytes, which the next read overwrites. */
export type OnFrame = (opcode: number, bytes: Buffer, start: number, end: number) => void;

/** Splits the bytes from a server into frames. Reads headers only, because the generator must be cheap. */
export function createFrameReader(onFrame: OnFrame): (chunk: Buffer) => void {
  let rest: Buffer | undefined;
  return (chunk) => {
    const bytes = rest ? Buffer.concat([rest, chunk]) : chunk;
    rest = undefined;
    let at = 0;
    while (at + 2 <= bytes.length) {
      const short = (bytes[at + 1] ?? 0) & 0x7f;
      const start = at + (short < 126 ? 2 : short === 126 ? 4 : 10);
      if (start > bytes.length) break;
      const end = start + lengthAt(bytes, at, short);
      if (end > bytes.length) break;
      onFrame((bytes[at] ?? 0) & 0x0f, bytes, start, end);
      at = end;
    }
    // The chunk is shared by all sockets, so the rest must be copied.
    if (at < bytes.length) rest = Buffer.from(bytes.subarray(at));
  };
}

function lengthAt(bytes: Buffer, at: number, short: number): number {
  if (short < 126) return short;
  return short === 126 ? bytes.readUInt16BE(at + 2) : Number(bytes.readBigUInt64BE(at + 2));
}
