import { fileTypeFromBuffer } from 'file-type';
import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

const readable = ['image/png', 'image/jpeg', 'image/webp', 'image/gif', 'image/avif'];
const maxPixels = 50_000_000;
const size = { width: 1_920, height: 1_080 };

sharp.concurrency(1);
sharp.cache(false);

export type BackgroundProblem = 'type' | 'pixels' | 'broken';

/** Yields a WebP as large as a screen; returns what is wrong, if anything is. */
export default async function* toBackground(
  input: Input,
): AsyncGenerator<Buffer, { problem: BackgroundProblem | null }> {
  const bytes = await concat(input.read());
  // Before the library sees it: it can read far more formats, and each one is a way in.
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
    // The library has only sentences to tell one failure from another.
    return { problem: /pixel limit/.test(String(error)) ? 'pixels' : 'broken' };
  }
}
