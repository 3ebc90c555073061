import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type toPicturesParser from './rasterParser.ts';
import type { PictureProblem } from './rasterParser.ts';

export interface Pictured {
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
 * Makes two WebPs of a picture, without anything else that was in the file, such as where it was taken.
 * Throws `unsupported_type` for what is no picture by its content, whatever it is called; `too_large` or
 * `invalid` for one that cannot be read.
 */
export async function toPictures(parsing: Parsing, bytes: Buffer): Promise<Pictured> {
  const { items, result } = await parsing.read(pictures, sourceOf(bytes), {}).catch(refuse);
  if ('problem' in result) throw problems[result.problem]();
  const [large, small] = items as [Buffer, Buffer];
  return { large, small, ...result };
}

const problems: Record<PictureProblem, () => Error> = {
  type: () => unsupportedType('This is not a PNG, JPEG, WebP, GIF or AVIF picture.'),
  pixels: () => tooLarge('This picture has too many pixels: at most 50 megapixels.'),
  broken: () => invalid('This picture cannot be read.'),
};

function refuse(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.reason !== 'limit') throw problems.broken();
  throw tooLarge('This picture takes too much memory or time to read. Please choose another one.');
}
