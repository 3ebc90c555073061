import sharp from 'sharp';
import { concat, type Input } from '../../../../platform/server/parsing/parser.ts';
import { pictureMaxPixels } from '../../contract.ts';

const thumbnailSide = 720;
/** Up to this size a small image is its own thumbnail; thumbnails of animated images are still. */
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
 * Yields the thumbnail if worth it, then the image without metadata if it has any. Returns null if it is
 * broken and has no metadata, `not cleaned` if it has or may have some that can't be removed.
 */
export default async function* readPicture(
  input: Input,
  { type }: { type: string },
): AsyncGenerator<Buffer, PictureFacts | 'too many pixels' | 'not cleaned' | null> {
  const bytes = await concat(input.read());
  const facts = await factsOf(bytes);
  if (!facts) return type === 'image/gif' ? null : 'not cleaned';
  const { width, height } = facts;
  if (width * height > pictureMaxPixels) return 'too many pixels';
  const thumbnail = await shrink(bytes);
  if (!thumbnail) return facts.hasMetadata ? 'not cleaned' : null;
  const clean = facts.hasMetadata ? await strip(bytes, type, facts.isAnimated) : null;
  if (facts.hasMetadata && !clean) return 'not cleaned';
  const isSmall = Math.max(width, height) <= thumbnailSide && bytes.length <= lightBytes;
  const keepsItself = facts.isAnimated ? bytes.length <= lightMovingBytes : isSmall;
  const isWorthIt = !keepsItself && thumbnail.length < bytes.length;
  if (isWorthIt) yield thumbnail;
  if (clean) yield clean;
  return { width, height, hasThumbnail: isWorthIt, hasClean: clean !== null };
}

async function factsOf(bytes: Buffer) {
  try {
    // Reads the header only; the limits are checked by us.
    const facts = await sharp(bytes, { limitInputPixels: false }).metadata();
    const { autoOrient, pages = 1, exif, xmp, iptc } = facts;
    return { ...autoOrient, isAnimated: pages > 1, hasMetadata: Boolean(exif || xmp || iptc) };
  } catch {
    return null;
  }
}

/** Every image is fully decoded once: if that fails, it is not treated as an image. */
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

const formats = {
  'image/png': 'png',
  'image/jpeg': 'jpeg',
  'image/gif': 'gif',
  'image/webp': 'webp',
} as const;

/** Keeps orientation, animation and color profile, and nothing else. Null if it can't keep them. */
async function strip(bytes: Buffer, type: string, animated: boolean): Promise<Buffer | null> {
  const format = formats[type as keyof typeof formats] ?? 'avif';
  if (animated && format !== 'webp' && format !== 'gif') return null;
  try {
    return await sharp(bytes, { limitInputPixels: pictureMaxPixels, animated })
      .autoOrient()
      .keepIccProfile()
      .toFormat(format, format === 'png' || format === 'gif' ? {} : { quality: 92 })
      .timeout({ seconds: decodeSeconds })
      .toBuffer();
  } catch {
    return null;
  }
}
