import zlib from 'node:zlib';
import { Entry, fromRandomAccessReaderPromise, type ZipFile } from 'yauzl';
import { InputReader } from '../../../../platform/server/parsing/inputReader.ts';
import type { Input } from '../../../../platform/server/parsing/parser.ts';
import { UnreadableExport } from './unreadable.ts';

const entriesAtMost = 500_000;
/** Of one document, which is held in memory while parsing. */
const documentMaxBytes = 64 * 1024 * 1024;
/** Of all documents together, and of one that is read line by line. */
const textMaxBytes = 16 * 1024 ** 3;
/** Text compresses to about a tenth; anything below this ratio is a ZIP bomb. */
const packedAtMost = 250;
const smallBytes = 4 * 1024 * 1024;
const lineMaxChars = 16 * 1024 * 1024;

const encrypted = 'The file is encrypted. Upload an export without a password.';
const broken = 'The file is damaged: part of it cannot be unpacked.';

/** The files in a ZIP; their bytes are read on demand. */
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

  /** A JSON document; undefined if there is none. Throws UnreadableExport. */
  async json(path: string): Promise<unknown> {
    const entry = this.#entries.get(path);
    if (!entry) return undefined;
    if (entry.uncompressedSize > documentMaxBytes)
      throw new UnreadableExport(`“${shown(path)}” is too large.`);
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
      throw new UnreadableExport(`“${shown(path)}” in the file is not valid JSON.`);
    }
  }

  /** The non-empty lines of a text file. Throws UnreadableExport. */
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
        throw new UnreadableExport(`“${shown(path)}” has a line that is too long.`);
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
      throw new UnreadableExport(`“${shown(path)}” unpacks to far more than an export contains.`);
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

/** Opens a ZIP. Throws UnreadableExport if it is not a readable ZIP. */
export async function openArchive(input: Input): Promise<Archive> {
  try {
    const zip = await fromRandomAccessReaderPromise(new InputReader(input), input.sizeBytes, {
      autoClose: false,
    });
    if (zip.entryCount > entriesAtMost)
      throw new UnreadableExport('The file contains more files than an export can.');
    const entries = new Map<string, Entry>();
    for await (const entry of zip.eachEntry())
      if (!entry.fileName.endsWith('/')) entries.set(entry.fileName, slim(entry));
    return new Archive(zip, entries);
  } catch (error) {
    if (error instanceof UnreadableExport) throw error;
    const why = error instanceof Error ? error.message : '';
    if (/relative path|absolute path|invalid characters/.test(why))
      throw new UnreadableExport('The file contains unsafe file paths.');
    if (/encrypt/.test(why)) throw new UnreadableExport(encrypted);
    if (/central directory record signature|too short|too small/i.test(why))
      throw new UnreadableExport('This is not a ZIP file, or it is incomplete.');
    throw new UnreadableExport(broken);
  }
}

/** Only what unpacking needs: half a million full entries would not fit into memory. */
function slim(entry: Entry): Entry {
  return Object.assign(Object.create(Entry.prototype), {
    compressedSize: entry.compressedSize,
    uncompressedSize: entry.uncompressedSize,
    compressionMethod: entry.compressionMethod,
    crc32: entry.crc32,
    generalPurposeBitFlag: entry.generalPurposeBitFlag,
    relativeOffsetOfLocalHeader: entry.relativeOffsetOfLocalHeader,
  }) as Entry;
}

/** A path, shortened for use in a message. */
const shown = (path: string) => path.replace(/\p{C}/gu, '').slice(0, 120);
