import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/errors.ts';
import { rejectUnreadableImage } from '../../../../platform/server/parsing/images.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type toBackgroundParser from './rasterParser.ts';
import type { BackgroundProblem } from './rasterParser.ts';

const background = defineParser<typeof toBackgroundParser>({
  name: 'shortcuts.background',
  module: new URL('./rasterParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 15,
  outputMaxBytes: 16 * 1024 * 1024,
});

/**
 * Re-encodes an image as a screen-sized WebP without metadata. Throws `unsupported_type` for content that is
 * not an image, whatever its name; `too_large` or `invalid` for an image that cannot be read.
 */
export async function toBackground(parsing: Parsing, bytes: Buffer): Promise<Buffer> {
  const { items, result } = await parsing
    .read(background, sourceOf(bytes), {})
    .catch(rejectUnreadableImage(problems.broken));
  if (result.problem !== null) throw problems[result.problem]();
  return items[0] as Buffer;
}

const problems: Record<BackgroundProblem, () => Error> = {
  type: () => unsupportedType('Choose a PNG, JPEG, WebP, GIF or AVIF image.'),
  pixels: () => tooLarge('This image has too many pixels. The limit is 50 megapixels.'),
  broken: () => invalid('This image can’t be read.'),
};
