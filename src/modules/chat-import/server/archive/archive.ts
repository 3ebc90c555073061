import zlib from 'node:zlib';
import { Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import type { Input } from '../../../../platform/server/parsing/parser.ts';
import { InputReader } from './reader.ts';
import { UnreadableExport } from './unreadable.ts';

const entriesAtMost = 500_000;
/** Of one document, which is held in memory while it is read. */
const documentMaxBytes = 64 * 1024 * 1024;
/** Of all documents together, and of one that is read line by line. */
const textMaxBytes = 16 * 1024 ** 3;
/** Words are packed to a tenth; what is packed to less than this is made to burst. */
const packedAtMost = 250;
const smallBytes = 4 * 1024 * 1024;
const lineMaxChars = 16 * 1024 * 1024;

const encrypted = 'The file is encrypted. Please bring in one without a password.';
const broken = 'The file is broken: a part of it cannot be unpacked.';

/** The files in a ZIP; the bytes of one are read when somebody asks for them. */
export class Archive {
  readonly #zip: ZipFile;
  readonly #entries: ReadonlyMap<string, Entry>;
  #unpacked = 0;

  constructor(zip: ZipFile, entries: ReadonlyMap<string, Entry>) {
    this.#zip = zip;
    this.#entries = entries;
  }

  /** In the order of the ZIP. */
  get paths(): Iterable<string> {
    return this.#entries.keys();
  }

  has(path: string): boolean {
    return this.#entries.has(path);
  }

  sizeOf(path: string): number {
    return this.#entries.get(path)?.uncompressedSize ?? 0;
  }

  /** A JSON document; undefined where there is none. Throws UnreadableExport. */
  async json(path: string): Promise<unknown> {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    if (entry.uncompressedSize > documentMaxBytes)
      throw new UnreadableExport(`“${shown(path)}” is too large to be read.`);
    this.#count(path, entry);
    const chunks: Buffer[] = [];
    for await (const chunk of this.#bytes(entry)) chunks.push(chunk);
    try {
      return JSON.parse(
        Buffer.concat(chunks)
          .toString('utf8')
          .replace(/^\uFEFF/, ''),
      );
    } catch {
      throw new UnreadableExport(`“${shown(path)}” in the file cannot be read: it is not JSON.`);
    }
  }

  /** The lines of a text, without those that are empty. Throws UnreadableExport. */
  async *lines(path: string): AsyncGenerator<string> {
    const entry = this.#entries.get(path);
    if (!entry) return;
    this.#count(path, entry);
    const decoder = new TextDecoder();
    let rest = '';
    for await (const chunk of this.#bytes(entry)) {
      const parts = (rest + decoder.decode(chunk, { stream: true })).split('\n');
      rest = parts.pop() ?? '';
      if (rest.length > lineMaxChars)
        throw new UnreadableExport(`“${shown(path)}” holds a line that is too long to be read.`);
      for (const line of parts) if (line.trim() !== '') yield line;
    }
    rest += decoder.decode();
    if (rest.trim() !== '') yield rest;
  }

  /** The bytes of a file. Throws UnreadableExport. */
  bytes(path: string): AsyncGenerator<Buffer> {
    const entry = this.#entries.get(path);
    if (!entry) throw new UnreadableExport(`“${shown(path)}” is not in the file.`);
    return this.#bytes(entry);
  }

  close(): void {
    this.#zip.close();
  }

  #count(path: string, { compressedSize, uncompressedSize }: Entry): void {
    this.#unpacked += uncompressedSize;
    const bursts =
      uncompressedSize > smallBytes && uncompressedSize > compressedSize * packedAtMost;
    if (bursts || this.#unpacked > textMaxBytes)
      throw new UnreadableExport(`“${shown(path)}” unpacks to far more than an export holds.`);
  }

  async *#bytes(entry: Entry): AsyncGenerator<Buffer> {
    if (entry.isEncrypted()) throw new UnreadableExport(encrypted);
    let sum = 0;
    try {
      const chunks: AsyncIterable<Buffer> = await this.#zip.openReadStreamPromise(entry);
      for await (const chunk of chunks) {
        sum = zlib.crc32(chunk, sum);
        yield chunk;
      }
    } catch (error) {
      throw error instanceof UnreadableExport ? error : new UnreadableExport(broken);
    }
    if (sum !== entry.crc32) throw new UnreadableExport(broken);
  }
}

/** Opens a ZIP. Throws UnreadableExport where it is none, or none that can be read. */
export async function openArchive(input: Input): Promise<Archive> {
  try {
    const zip = await fromRandomAccessReaderPromise(new InputReader(input), input.sizeBytes, {
      autoClose: false,
    });
    if (zip.entryCount > entriesAtMost)
      throw new UnreadableExport('The file holds more files than an export can.');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, slim(entry));
    return new Archive(zip, entries);
  } catch (error) {
    if (error instanceof UnreadableExport) throw error;
    const why = error instanceof Error ? error.message : '';
    if (/relative path|absolute path|invalid characters/.test(why))
      throw new UnreadableExport('The file holds names that lead out of it, as no export does.');
    if (/encrypt/.test(why)) throw new UnreadableExport(encrypted);
    if (/central directory record signature|too short|too small/i.test(why))
      throw new UnreadableExport('This is not a ZIP file, or only the beginning of one.');
    throw new UnreadableExport(broken);
  }
}

/** What is needed to unpack it: half a million whole ones would not fit into memory. */
function slim(entry: Entry): Entry {
  const { compressedSize, uncompressedSize, compressionMethod, crc32 } = entry;
  const { generalPurposeBitFlag, relativeOffsetOfLocalHeader } = entry;
  return Object.assign(Object.create(Entry.prototype), {
    ...{ compressedSize, uncompressedSize, compressionMethod, crc32 },
    ...{ generalPurposeBitFlag, relativeOffsetOfLocalHeader },
  }) as Entry;
}

/** A path as it may stand in a sentence. */
const shown = (path: string) => path.replace(/\p{C}/gu, '').slice(0, 120);
