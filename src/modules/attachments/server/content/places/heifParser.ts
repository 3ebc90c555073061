import { concat, type Input, Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { findItems, type Item } from './items.ts';

/** Yields a HEIC or HEIF image without metadata, same length; nothing if it has none. */
export default async function* cleanHeif(input: Input): AsyncGenerator<Buffer, null> {
  const bytes = await concat(input.read());
  if (eraseItems(bytes)) yield bytes;
  return null;
}

/** Erases in place; returns whether there was anything. */
export function eraseItems(bytes: Buffer): boolean {
  const items = itemsOf(bytes);
  for (const { kind, extents } of items) {
    for (const [index, extent] of extents.entries()) {
      extent.fill(kind === 'text' ? ' ' : 0);
      if (kind === 'exif' && index === 0 && extent.length >= noExif.length) noExif.copy(extent);
    }
  }
  return items.length > 0;
}

/** An Exif header with an empty list: readers find nothing instead of broken data. */
const noExif = Buffer.from('00000000' + '4d4d002a00000008' + '000000000000', 'hex');

function itemsOf(bytes: Buffer): Item[] {
  try {
    return findItems(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Unreadable('Couldn’t read this HEIC image. Send it as a JPEG.');
  }
}
