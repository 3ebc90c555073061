import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { pictureMaxPixels } from '../../contract/attachments.ts';

const thumbnailSide = 720;
/** Up to so many bytes a small picture is its own thumbnail; a moving one moves only as itself. */
const lightBytes = 150 * 1024;
const lightMovingBytes = 8 * 1024 * 1024;
const decodeSeconds = 20;

sharp.concurrency(1);
sharp.cache(false);

export interface PictureFacts {
  width: number;
  height: number;
  hasThumbnail: boolean;
  hasClean: boolean;
}

/**
 * Yields the thumbnail of a picture, where it is worth one, then the picture without what its camera wrote
 * into it, where that is something. Returns null for what is no picture, or a broken one.
 */
export default async function* readPicture(
  input: Input,
  { type }: { type: string },
): AsyncGenerator<Buffer, PictureFacts | 'too many pixels' | null> {
  const bytes = await concat(input.read());
  const facts = await factsOf(bytes);
  if (!facts) return null;
  const { width, height } = facts;
  if (width * height > pictureMaxPixels) return 'too many pixels';
  const thumbnail = await shrink(bytes);
  if (!thumbnail) return null;
  const clean = facts.carries && !facts.moves ? await strip(bytes, type) : null;
  if (facts.carries && !facts.moves && !clean) return null;
  const isSmall = Math.max(width, height) <= thumbnailSide && bytes.length <= lightBytes;
  const keepsItself = facts.moves ? bytes.length <= lightMovingBytes : isSmall;
  const isWorthIt = !keepsItself && thumbnail.length < bytes.length;
  if (isWorthIt) yield thumbnail;
  if (clean) yield clean;
  return { width, height, hasThumbnail: isWorthIt, hasClean: clean !== null };
}

async function factsOf(bytes: Buffer) {
  try {
    // The header alone: what it claims is judged by us.
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient, pages = 1, exif, xmp, iptc } = facts;
    return { ...autoOrient, moves: pages > 1, carries: Boolean(exif || xmp || iptc) };
  } catch {
    return null;
  }
}

/** Small or not, every picture is read once to its end: what breaks on the way is no picture. */
async function shrink(bytes: Buffer): Promise<Buffer | null> {
  try {
    return await sharp(bytes, { limitInputPixels: pictureMaxPixels, failOn: 'error' })
      .autoOrient()
      .resize(thumbnailSide, thumbnailSide, { fit: 'inside', withoutEnlargement: true })
      .timeout({ seconds: decodeSeconds })
      .webp({ quality: 78 })
      .toBuffer();
  } catch {
    return null;
  }
}

const formats = { 'image/png': 'png', 'image/jpeg': 'jpeg', 'image/webp': 'webp' } as const;

/** Upright, with its colors, and nothing else. */
async function strip(bytes: Buffer, type: string): Promise<Buffer | null> {
  const format = formats[type as keyof typeof formats] ?? 'avif';
  try {
    return await sharp(bytes, { limitInputPixels: pictureMaxPixels })
      .autoOrient()
      .keepIccProfile()
      .toFormat(format, format === 'png' ? {} : { quality: 92 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch {
    return null;
  }
}
