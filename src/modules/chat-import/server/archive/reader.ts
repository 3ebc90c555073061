import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { RandomAccessReader } from 'yauzl';
import type { Platform } from '../../../../platform/server/platform.ts';

type Storage = Platform['storage'];

const blockBytes = 1024 * 1024;
const keptBlocks = 4;

/**
 * Reads a stored file from wherever it lies. The directory of a ZIP is read in steps of a few bytes and its
 * small files lie side by side: what is near is fetched together and kept for a moment.
 */
export class StoredReader extends RandomAccessReader {
  readonly #storage: Storage;
  readonly #key: string;
  readonly #sizeBytes: number;
  readonly #blocks = new Map<number, Promise<Buffer>>();
  /** Why the storage could not be read, if it could not: then the file is not to blame. */
  failure: unknown;

  constructor(storage: Storage, key: string, sizeBytes: number) {
    super();
    this.#storage = storage;
    this.#key = key;
    this.#sizeBytes = sizeBytes;
  }

  /** `end` is the first byte that is not read. */
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
    else yield* this.#open(start, end);
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
    const fetched = buffer(this.#open(start, Math.min(start + blockBytes, this.#sizeBytes)));
    this.#blocks.set(at, fetched);
    for (const oldest of this.#blocks.keys()) {
      if (this.#blocks.size <= keptBlocks) break;
      this.#blocks.delete(oldest);
    }
    return fetched;
  }

  async *#open(start: number, end: number): AsyncGenerator<Buffer> {
    if (end <= start) return;
    try {
      yield* await this.#storage.open(this.#key, { start, end: end - 1 });
    } catch (error) {
      this.failure = error;
      throw error;
    }
  }
}
