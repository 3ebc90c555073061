import { buffer } from 'node:stream/consumers';
import sharp from 'sharp';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { createTurns } from '../../../../platform/server/limits/turns.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { pictureMaxPixels } from '../../contract/attachments.ts';

interface Picture {
  /** As it is meant to be looked at. */
  width: number;
  height: number;
  /** A smaller WebP without anything else that was in the file, such as where it was taken. */
  thumbnail: Buffer | null;
  /** The picture without what its camera wrote into it: where and when, and whose it is. Null: it says nothing. */
  clean: Buffer | null;
}

const readable = ['image/png', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif'];
/** Above it a picture is a file like any other: it would have to be held in memory to be read. */
const maxBytes = 50 * 1024 * 1024;
const thumbnailSide = 720;
/** Up to so many bytes a small picture is its own thumbnail; a moving one moves only as itself. */
const lightBytes = 150 * 1024;
const lightMovingBytes = 8 * 1024 * 1024;
const decodeSeconds = 20;

// A picture of the allowed size takes 200 MB while it is read: one thread each, two at a time.
sharp.concurrency(1);
sharp.cache(false);
const inTurn = createTurns(2);

/**
 * Reads a stored file of this type as a picture; null where it is none, or a broken one. Throws `invalid`
 * for one of more pixels than can be decoded.
 */
export async function readPicture(
  storage: Platform['storage'],
  key: string,
  { type, sizeBytes }: { type: string; sizeBytes: number },
): Promise<Picture | null> {
  if (!readable.includes(type) || sizeBytes > maxBytes) return null;
  return inTurn(async () => {
    const bytes = await buffer(await storage.open(key));
    const facts = await factsOf(bytes);
    if (!facts) return null;
    const { width, height } = facts;
    if (width * height > pictureMaxPixels) {
      throw invalid('This picture has too many pixels: at most 50 megapixels.');
    }
    const thumbnail = await shrink(bytes);
    if (!thumbnail) return null;
    const clean = facts.carries && !facts.moves ? await strip(bytes, type) : null;
    if (facts.carries && !facts.moves && !clean) return null;
    const isSmall = Math.max(width, height) <= thumbnailSide && sizeBytes <= lightBytes;
    const keepsItself = facts.moves ? sizeBytes <= lightMovingBytes : isSmall;
    const isWorthIt = !keepsItself && thumbnail.length < sizeBytes;
    return { width, height, thumbnail: isWorthIt ? thumbnail : null, clean };
  });
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
