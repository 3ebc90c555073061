import { buffer } from 'node:stream/consumers';
import { invalid } from '../../../../../platform/server/http/errors.ts';
import { createTurns } from '../../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../../platform/server/platform.ts';
import { findItems, type Item } from './items.ts';

const types = new Set(['image/heic', 'image/heif', 'image/heic-sequence', 'image/heif-sequence']);
/** It is held in memory meanwhile; a telephone's has two to ten. */
const maxBytes = 50 * 1024 * 1024;
const inTurn = createTurns(2);

/**
 * A stored HEIC or HEIF picture without what its camera wrote into it: where and when, and whose it is; as long
 * as it was. Null where it is none, or says nothing. Throws `invalid` for one that cannot be rid of it.
 */
export async function cleanHeif(
  storage: Platform['storage'],
  key: string,
  { type, sizeBytes }: { type: string; sizeBytes: number },
): Promise<Buffer | null> {
  if (!types.has(type)) return null;
  if (sizeBytes > maxBytes) throw invalid('A HEIC picture can have at most 50 MB.');
  return inTurn(async () => {
    const bytes = await buffer(await storage.open(key));
    return eraseItems(bytes) ? bytes : null;
  });
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
    throw invalid('This HEIC picture cannot be read. Please send it as a JPEG.');
  }
}
