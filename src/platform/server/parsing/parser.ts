/** What a parser is written against: it runs in a process of its own and sees nothing but these. */

/** The bytes of one file. Each read asks the server for them, so read only what is needed. */
export interface Input {
  sizeBytes: number;
  /** From `start` up to but without `end`, a piece at a time; everything by default. Leaving early is fine. */
  read(range?: { start?: number; end?: number }): AsyncGenerator<Buffer, undefined>;
  /** What the server asks for, one after the other; only of a parser that is kept open. */
  asks(): AsyncGenerator<unknown, undefined>;
}

/**
 * Reads a file. What it yields reaches the server at once, values as JSON and bytes as they are; what it
 * returns ends the reading. It throws `Unreadable` with a sentence where the file is to blame.
 */
export type Parser<Options, Item, Result> = (
  input: Input,
  options: Options,
) => AsyncGenerator<Item | Uint8Array, Result>;

/** Why a file could not be read. */
export class Unreadable extends Error {
  /**
   * `refused`: the parser says why in its message, a sentence for people; `broken`: the parser did not
   * expect what it found; `limit`: it took too much memory, time or space, or ended its process.
   */
  readonly reason: 'refused' | 'broken' | 'limit';

  constructor(message: string, reason: Unreadable['reason'] = 'refused') {
    super(message);
    this.reason = reason;
  }
}

/** The whole of what is read, in one piece. */
export async function concat(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}
