import sharp from 'sharp';
import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';

const maxPixels = 25_000_000;
const side = 256;

// A picture of the allowed size takes 100 MB while it is read: one at a time, on one thread.
sharp.concurrency(1);
sharp.cache(false);
let turn: Promise<unknown> = Promise.resolve();

/**
 * Makes a small square WebP of a picture, without anything else that was in the file. Throws
 * `unsupported_type` for what is no PNG, JPEG, WebP or GIF by its content, whatever it is called,
 * `too_large` above 25 megapixels, and `invalid` for a broken one.
 */
export async function toAvatar(bytes: Buffer): Promise<Buffer> {
  // Before the library sees it: it can read far more formats, and each one is a way in.
  if (!signatures.some((matches) => matches(bytes))) {
    throw unsupportedType('Please choose a PNG, JPEG, WebP or GIF picture.');
  }
  const made = turn.then(() => encode(bytes));
  turn = made.catch(() => {});
  return made;
}

async function encode(bytes: Buffer): Promise<Buffer> {
  try {
    return await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .timeout({ seconds: 5 })
      .webp({ quality: 82 })
      .toBuffer();
  } catch (error) {
    // The library has only sentences to tell one failure from another.
    if (/pixel limit/.test(String(error))) {
      throw tooLarge('This picture has too many pixels: at most 25 megapixels.');
    }
    throw invalid('This picture cannot be read.', { image: 'This picture cannot be read.' });
  }
}

const startsWith =
  (...start: number[]) =>
  (bytes: Buffer) =>
    start.every((byte, index) => bytes[index] === byte);
const isWebp = (bytes: Buffer) =>
  bytes.toString('latin1', 0, 4) === 'RIFF' && bytes.toString('latin1', 8, 12) === 'WEBP';
const isGif = (bytes: Buffer) => /^GIF8[79]a/.test(bytes.toString('latin1', 0, 6));

const signatures = [
  startsWith(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a), // PNG
  startsWith(0xff, 0xd8, 0xff), // JPEG
  isWebp,
  isGif,
];
