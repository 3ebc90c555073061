/** The API of parsers: they run in their own process and see nothing else. */

/** The bytes of one file. Each read is a request to the server, so read only what is needed. */
export interface Input {
  sizeBytes: number;
  /** From `start` to `end` (exclusive), in chunks; everything by default. Stopping early is fine. */
  read(range?: { start?: number; end?: number }): AsyncGenerator<Buffer, undefined>;
  /** Requests of the server, one at a time; only for parsers that are kept open. */
  asks(): AsyncGenerator<unknown, undefined>;
}

/**
 * Reads a file. Yielded values reach the server at once, values as JSON and bytes unchanged; returning ends the
 * read. Throws `Unreadable` with a message if the file is to blame.
 */
export type Parser<Options, Item, Result> = (
  input: Input,
  options: Options,
) => AsyncGenerator<Item | Uint8Array, Result>;

/** Why a file could not be read. */
export class Unreadable extends Error {
  /**
   * `refused`: the message of the parser, for users; `broken`: the parser did not expect what it found; `limit`: it
   * took too much memory, time or space, or its process ended.
   */
  readonly reason: 'refused' | 'broken' | 'limit';

  constructor(message: string, reason: Unreadable['reason'] = 'refused') {
    super(message);
    this.reason = reason;
  }
}

/** All bytes read, in one buffer. */
export async function concat(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
