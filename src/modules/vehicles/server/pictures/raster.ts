import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPixels = 50_000_000;
const largeSide = 2_048;
const smallSize = { width: 480, height: 320 };

// A picture of the allowed size takes 200 MB while it is read: one at a time, on one thread.
sharp.concurrency(1);
sharp.cache(false);
const inTurn = createTurns(1);

export interface Pictured {
  large: Buffer;
  small: Buffer;
  width: number;
  height: number;
}

/**
 * Makes two WebPs of a picture, without anything else that was in the file, such as where it was taken.
 * Throws `unsupported_type` for what is no picture by its content, whatever it is called; `too_large` or
 * `invalid` for one that cannot be read.
 */
export async function toPictures(bytes: Buffer): Promise<Pictured> {
  // Before the library sees it: it can read far more formats, and each one is a way in.
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readable.includes(type.mime)) {
    throw unsupportedType('This is not a PNG, JPEG, WebP, GIF or AVIF picture.');
  }
  return inTurn(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<Pictured> {
  try {
    const { data: large, info } = await sharp(bytes, {
      limitInputPixels: maxPixels,
      failOn: 'error',
    })
      .autoOrient()
      .resize(largeSide, largeSide, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: 20 })
      .webp({ quality: 80 })
      .toBuffer({ resolveWithObject: true });
    const small = await sharp(large)
      .resize({ ...smallSize, fit: 'cover' })
      .webp({ quality: 76 })
      .toBuffer();
    return { large, small, width: info.width, height: info.height };
  } catch (error) {
    // The library has only sentences to tell one failure from another.
    if (/pixel limit/.test(String(error))) {
      throw tooLarge('This picture has too many pixels: at most 50 megapixels.');
    }
    throw invalid('This picture cannot be read.');
  }
}
