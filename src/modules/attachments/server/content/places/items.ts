import { type Child, childrenOf, startOf } from './meta.ts';

/** A metadata item of an image, and its bytes in the file. */
export interface Item {
  kind: 'exif' | 'text';
  extents: Buffer[];
}

/**
 * The metadata items of a HEIF image: Exif, and XMP or other text. The buffers are views into the file,
 * to be written to. Throws RangeError if its tables are broken or refer to other files.
 */
export function findItems(file: Buffer): Item[] {
  const found: Item[] = [];
  for (const { box, bytes } of childrenOf(file, 0)) {
    if (box.type !== 'meta') continue;
    const parts = [...childrenOf(bytes, startOf(bytes, box.headerBytes))];
    const part = (type: string) => parts.find((one) => one.box.type === type);
    const kinds = kindsOf(part('iinf'));
    if (kinds.size === 0) continue;
    found.push(...locate(part('iloc'), kinds, { file, data: part('idat') }));
  }
  return found;
}

class Reader {
  #at: number;
  readonly #bytes: Buffer;

  constructor({ box, bytes }: Child) {
    this.#bytes = bytes;
    this.#at = box.headerBytes;
  }

  /** A number of 0 (which is 0), 1, 2, 4 or 8 bytes. */
  number(size: number): number {
    const at = this.#at;
    this.#at += size;
    if (size === 0) return 0;
    if (size === 8) return Number(this.#bytes.readBigUInt64BE(at));
    return this.#bytes.readUIntBE(at, size);
  }

  text(): string {
    const end = this.#bytes.indexOf(0, this.#at);
    const text = this.#bytes.toString('latin1', this.#at, end < 0 ? undefined : end);
    this.#at = end < 0 ? this.#bytes.length : end + 1;
    return text;
  }

  letters(count: number): string {
    const text = this.#bytes.toString('latin1', this.#at, this.#at + count);
    this.#at += count;
    return text;
  }

  skip(count: number): void {
    this.#at += count;
    if (this.#at > this.#bytes.length) throw new RangeError('A table ends too early');
  }

  get at(): number {
    return this.#at;
  }
}

/** The metadata items by id. */
function kindsOf(list: Child | undefined): Map<number, Item['kind']> {
  const kinds = new Map<number, Item['kind']>();
  if (!list) return kinds;
  const reader = new Reader(list);
  const version = reader.number(4) >>> 24;
  reader.skip(version === 0 ? 2 : 4);
  for (const entry of childrenOf(list.bytes, reader.at)) {
    if (entry.box.type !== 'infe') continue;
    const { id, kind } = readEntry(new Reader(entry));
    if (kind) kinds.set(id, kind);
  }
  return kinds;
}

function readEntry(reader: Reader): { id: number; kind: Item['kind'] | null } {
  const version = reader.number(4) >>> 24;
  const id = reader.number(version === 3 ? 4 : 2);
  reader.skip(2);
  const type = version < 2 ? 'mime' : reader.letters(4);
  if (type === 'Exif') return { id, kind: 'exif' };
  if (type !== 'mime') return { id, kind: null };
  reader.text();
  return { id, kind: reader.text().startsWith('image/') ? null : 'text' };
}

interface ItemSources {
  file: Buffer;
  data: Child | undefined;
}

function locate(
  table: Child | undefined,
  kinds: ReadonlyMap<number, Item['kind']>,
  sources: ItemSources,
): Item[] {
  if (!table) return [];
  const reader = new Reader(table);
  const version = reader.number(4) >>> 24;
  const wide = version === 2 ? 4 : 2;
  const sizes = reader.number(2);
  const [offset = 0, length = 0, base = 0, index = 0] = [12, 8, 4, 0].map(
    (shift) => (sizes >> shift) & 15,
  );
  const indexed = version === 0 ? 0 : index;
  const items: Item[] = [];
  for (let left = reader.number(wide); left > 0; left--) {
    const kind = kinds.get(reader.number(wide));
    const method = version === 0 ? 0 : reader.number(2) & 15;
    const isElsewhere = reader.number(2) !== 0 || method > 1;
    const start = reader.number(base);
    const count = reader.number(2);
    if (!kind) {
      reader.skip(count * (indexed + offset + length));
      continue;
    }
    if (isElsewhere) throw new RangeError('An item lies elsewhere');
    const source = method === 1 ? contentOf(sources.data) : sources.file;
    const extents = Array.from({ length: count }, () => {
      reader.skip(indexed);
      return cut(source, start + reader.number(offset), reader.number(length));
    });
    items.push({ kind, extents });
  }
  return items;
}

const contentOf = (data: Child | undefined) =>
  data ? data.bytes.subarray(data.box.headerBytes) : Buffer.alloc(0);

function cut(source: Buffer, start: number, length: number): Buffer {
  // Length 0 means the whole file, including the image.
  if (length === 0 || start + length > source.length) throw new RangeError('An item is too long');
  return source.subarray(start, start + length);
}
