import { Readable } from 'node:stream';
import { RandomAccessReader } from 'yauzl';
import { concat, type Input } from './parser.ts';

const blockBytes = 1024 * 1024;
const keptBlocks = 4;

/**
 * Random access to a file. The directory of a ZIP is read in steps of a few bytes and its small files are adjacent,
 * so nearby bytes are fetched together and cached briefly.
 */
export class InputReader extends RandomAccessReader {
  readonly #input: Input;
  readonly #blocks = new Map<number, Promise<Buffer>>();

  constructor(input: Input) {
    super();
    this.#input = input;
  }

  /** `end` is exclusive. */
  override _readStreamForRange(start: number, end: number): Readable {
    return Readable.from(this.#bytes(start, end), { objectMode: false });
  }

  override read(
    target: Buffer,
    offset: number,
    length: number,
    position: number,
    callback: (error: Error | null) => void,
  ): void {
    this.#near(position, position + length).then(
      (bytes) => {
        bytes.copy(target, offset);
        callback(bytes.length < length ? new Error('unexpected EOF') : null);
      },
      (error) => callback(error),
    );
  }

  async *#bytes(start: number, end: number): AsyncGenerator<Buffer> {
    if (end <= start) return;
    if (end - start <= blockBytes) yield await this.#near(start, end);
    else yield* this.#input.read({ start, end });
  }

  async #near(start: number, end: number): Promise<Buffer> {
    const parts: Buffer[] = [];
    for (let at = Math.floor(start / blockBytes); at * blockBytes < end; at += 1) {
      const block = await this.#block(at);
      const from = at * blockBytes;
      parts.push(block.subarray(Math.max(start - from, 0), Math.min(end - from, block.length)));
    }
    return Buffer.concat(parts);
  }

  #block(at: number): Promise<Buffer> {
    const known = this.#blocks.get(at);
    if (known !== undefined) return known;
    const start = at * blockBytes;
    const fetched = concat(this.#input.read({ start, end: start + blockBytes }));
    this.#blocks.set(at, fetched);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= keptBlocks) break;
      this.#blocks.delete(oldest);
    }
    return fetched;
  }
}
