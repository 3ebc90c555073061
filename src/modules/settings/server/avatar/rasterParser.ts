import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';

const maxPixels = 25_000_000;
const side = 256;

sharp.concurrency(1);
sharp.cache(false);

export type AvatarProblem = 'type' | 'pixels' | 'broken';

/** Yields a small square WebP of an image; returns the problem, if any. */
export default async function* toAvatar(
  input: Input,
): AsyncGenerator<Buffer, { problem: AvatarProblem | null }> {
  const bytes = await concat(input.read());
  // Checked before sharp sees the file: it reads far more formats, and each one is an attack surface.
  if (!signatures.some((matches) => matches(bytes))) return { problem: 'type' };
  try {
    yield await sharp(bytes, { limitInputPixels: maxPixels, failOn: 'error' })
      .autoOrient()
      .resize(side, side, { fit: 'cover' })
      .timeout({ seconds: 5 })
      .webp({ quality: 82 })
      .toBuffer();
    return { problem: null };
  } catch (error) {
    // sharp distinguishes failures only by message.
    return { problem: /pixel limit/.test(String(error)) ? 'pixels' : 'broken' };
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
