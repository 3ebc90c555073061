import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPixels = 50_000_000;
const largeSide = 2_048;
const smallSize = { width: 480, height: 320 };

sharp.concurrency(1);
sharp.cache(false);

export type PictureProblem = 'type' | 'pixels' | 'broken';

/** Yields a large and a small WebP of an image; returns the size of the large one, or a problem. */
export default async function* toPictures(
  input: Input,
): AsyncGenerator<Buffer, { width: number; height: number } | { problem: PictureProblem }> {
  const bytes = await concat(input.read());
  // Checked before sharp sees it: it reads many more formats, each of them attack surface.
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readable.includes(type.mime)) return { problem: 'type' };
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
    yield large;
    yield small;
    return { width: info.width, height: info.height };
  } catch (error) {
    // sharp distinguishes failures only by message.
    return { problem: /pixel limit/.test(String(error)) ? 'pixels' : 'broken' };
  }
}
