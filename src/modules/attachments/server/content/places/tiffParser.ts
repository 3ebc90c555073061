import { concat, type Input } from '../../../../../platform/server/parsing/parser.ts';

const maxPages = 1_000;
const entryBytes = 12;
/** XMP, IPTC, Photoshop, Exif and GPS. */
const metadataTags = new Set([700, 33_723, 34_377, 34_665, 34_853]);

/** Whether any page of a TIFF image has metadata; throws if its tables are broken. */
export default async function* hasMetadata(input: Input): AsyncGenerator<never, boolean> {
  const header = await bytesAt(input, 0, 8);
  const isLittle = header.toString('latin1', 0, 2) === 'II';
  const short = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt16LE(at) : bytes.readUInt16BE(at);
  const long = (bytes: Buffer, at: number) =>
    isLittle ? bytes.readUInt32LE(at) : bytes.readUInt32BE(at);
  if (short(header, 2) !== 42) throw new RangeError('Not a TIFF of 32 bits');
  let at = long(header, 4);
  for (let page = 0; at !== 0; page++) {
    if (page === maxPages) throw new RangeError('Too many pages');
    const count = short(await bytesAt(input, at, 2), 0);
    const table = await bytesAt(input, at + 2, count * entryBytes + 4);
    for (let entry = 0; entry < count; entry++) {
      if (metadataTags.has(short(table, entry * entryBytes))) return true;
    }
    at = long(table, count * entryBytes);
  }
  return false;
}

const bytesAt = (input: Input, start: number, length: number): Promise<Buffer> =>
  concat(input.read({ start, end: start + length }));
