import { concat, type Input, Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { findItems, type Item } from './items.ts';

/** Yields a HEIC or HEIF picture without what its camera wrote into it, as long as it was; nothing where it says nothing. */
export default async function* cleanHeif(input: Input): AsyncGenerator<Buffer, null> {
  const bytes = await concat(input.read());
  if (eraseItems(bytes)) yield bytes;
  return null;
}

/** Erases in place; answers whether there was anything. */
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

/** Where it begins, and a list of no entries: what reads it finds nothing, rather than something broken. */
const noExif = Buffer.from('00000000' + '4d4d002a00000008' + '000000000000', 'hex');

function itemsOf(bytes: Buffer): Item[] {
  try {
    return findItems(bytes);
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    throw new Unreadable('This HEIC picture cannot be read. Please send it as a JPEG.');
  }
}
