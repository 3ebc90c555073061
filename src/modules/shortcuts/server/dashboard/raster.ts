import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPixels = 50_000_000;
const size = { width: 1_920, height: 1_080 };

// A picture of the allowed size takes 200 MB while it is read: one at a time, on one thread.
sharp.concurrency(1);
sharp.cache(false);
const inTurn = createTurns(1);

/**
 * Makes a WebP as large as a screen, without anything else that was in the file. Throws `unsupported_type`
 * for what is no picture by its content, whatever it is called; `too_large` or `invalid` for one that
 * cannot be read.
 */
export async function toBackground(bytes: Buffer): Promise<Buffer> {
  // Before the library sees it: it can read far more formats, and each one is a way in.
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readable.includes(type.mime)) {
    throw unsupportedType('This is not a PNG, JPEG, WebP, GIF or AVIF picture.');
  }
  return inTurn(() => encode(bytes));
}

async function encode(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...size, fit: 'cover', withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .webp({ quality: 78 })
      .toBuffer();
  } catch (error) {
    // The library has only sentences to tell one failure from another.
    if (/pixel limit/.test(String(error))) {
      throw tooLarge('This picture has too many pixels: at most 50 megapixels.');
    }
    throw invalid('This picture cannot be read.');
  }
}
