import { fileTypeFromBuffer } from 'file-type';
import sharp, { type Sharp } from 'sharp';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { decodeHeic, heicTypes } from './heic.ts';
import { pictureMaxPixels } from './kinds.ts';

sharp.concurrency(1);
sharp.cache(false);

export const damagedImage = 'This image is damaged and can’t be opened.';

/** sharp reads many more, each of them attack surface. */
export const imageTypes = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/tiff',
]);

/** How many pages an image has, by its header. Throws Unreadable, or what sharp throws. */
export async function countPages(bytes: Buffer): Promise<number> {
  if (heicTypes.has(await typeOf(bytes))) return 1;
  const { format, pages = 1 } = await sharp(bytes, { limitInputPixels: false }).metadata();
  // Those of other formats are the pictures of an animation.
  return format === 'tiff' ? pages : 1;
}

/** One page, numbered from 1, upright and on white. Throws Unreadable for other files. */
export async function openImage(bytes: Buffer, page: number): Promise<Sharp> {
  const isHeic = heicTypes.has(await typeOf(bytes));
  return (isHeic ? await openHeic(bytes) : openOther(bytes, page))
    .flatten({ background: 'white' })
    .timeout({ seconds: 20 });
}

async function openHeic(bytes: Buffer): Promise<Sharp> {
  const { data, width, height } = await decodeHeic(bytes);
  return sharp(data, { raw: { width, height, channels: 4 } });
}

const openOther = (bytes: Buffer, page: number): Sharp =>
  sharp(bytes, {
    // Formats without pages refuse to be asked for one.
    ...(page > 1 && { page: page - 1 }),
    limitInputPixels: pictureMaxPixels,
    failOn: 'error',
  }).autoOrient();

async function typeOf(bytes: Buffer): Promise<string> {
  const type = await fileTypeFromBuffer(bytes);
  if (!type || !(imageTypes.has(type.mime) || heicTypes.has(type.mime)))
    throw new Unreadable(damagedImage);
  return type.mime;
}
