import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPixels = 50_000_000;
const size = { width: 1_920, height: 1_080 };

sharp.concurrency(1);
sharp.cache(false);

export type BackgroundProblem = 'type' | 'pixels' | 'broken';

/** Yields a screen-sized WebP; returns the problem, if there is one. */
export default async function* toBackground(
  input: Input,
): AsyncGenerator<Buffer, { problem: BackgroundProblem | null }> {
  const bytes = await concat(input.read());
  // Checked before sharp sees it: sharp reads far more formats, and each adds attack surface.
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !readable.includes(type.mime)) return { problem: 'type' };
  try {
    yield await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize({ ...size, fit: 'cover', withoutEnlargement: true })
      .timeout({ seconds: 10 })
      .webp({ quality: 78 })
      .toBuffer();
    return { problem: null };
  } catch (error) {
    // sharp distinguishes failures only by message.
    return { problem: /pixel limit/.test(String(error)) ? 'pixels' : 'broken' };
  }
}
