import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import {
  defineParser,
  type Parsing,
  sourceOf,
} from '../../../../platform/server/parsing/parsing.ts';
import type toAvatarParser from './rasterParser.ts';
import type { AvatarProblem } from './rasterParser.ts';

const avatar = defineParser<typeof toAvatarParser>({
  name: 'settings.avatar',
  module: new URL('./rasterParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: 1024 * 1024,
});

/**
 * Makes a small square WebP of a picture, without anything else that was in the file. Throws
 * `unsupported_type` for what is no PNG, JPEG, WebP or GIF by its content, whatever it is called,
 * `too_large` above 25 megapixels, and `invalid` for a broken one.
 */
export async function toAvatar(parsing: Parsing, bytes: Buffer): Promise<Buffer> {
  const { items, result } = await parsing.read(avatar, sourceOf(bytes), {}).catch(refuse);
  if (result.problem !== null) throw problems[result.problem]();
  return items[0] as Buffer;
}

const problems: Record<AvatarProblem, () => Error> = {
  type: () => unsupportedType('Please choose a PNG, JPEG, WebP or GIF picture.'),
  pixels: () => tooLarge('This picture has too many pixels: at most 25 megapixels.'),
  broken: () => invalid('This picture cannot be read.', { image: 'This picture cannot be read.' }),
};

function refuse(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.reason !== 'limit') throw problems.broken();
  throw tooLarge('This picture takes too much memory or time to read. Please choose another one.');
}
