import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/errors.ts';
import { rejectUnreadableImage } from '../../../../platform/server/parsing/images.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type toPicturesParser from './rasterParser.ts';
import type { PictureProblem } from './rasterParser.ts';

interface PhotoSizes {
  large: Buffer;
  small: Buffer;
  width: number;
  height: number;
}

const pictures = defineParser<typeof toPicturesParser>({
  name: 'vehicles.picture',
  module: new URL('./rasterParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 25,
  outputMaxBytes: 16 * 1024 * 1024,
});

/**
 * Encodes an image as two WebPs, without metadata such as the location.
 * Throws `unsupported_type` unless its content is a supported image; `too_large` or `invalid` if it cannot
 * be read.
 */
export async function toPictures(parsing: Parsing, bytes: Buffer): Promise<PhotoSizes> {
  const { items, result } = await parsing
    .read(pictures, sourceOf(bytes), {})
    .catch(rejectUnreadableImage(problems.broken));
  if ('problem' in result) throw problems[result.problem]();
  const [large, small] = items as [Buffer, Buffer];
  return { large, small, ...result };
}

const problems: Record<PictureProblem, () => Error> = {
  type: () => unsupportedType('Choose a PNG, JPEG, WebP, GIF or AVIF image.'),
  pixels: () => tooLarge('This image is too large. The limit is 50 megapixels.'),
  broken: () => invalid('Couldn’t read this image.'),
};
