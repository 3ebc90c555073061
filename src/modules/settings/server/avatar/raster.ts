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
 * Encodes an image as a small square WebP, without metadata. Throws `unsupported_type` unless the content is
 * PNG, JPEG, WebP or GIF, whatever the file name, `too_large` above 25 megapixels, and `invalid` for a broken
 * file.
 */
export async function toAvatar(parsing: Parsing, bytes: Buffer): Promise<Buffer> {
  const { items, result } = await parsing.read(avatar, sourceOf(bytes), {}).catch(rejectUnreadable);
  if (result.problem !== null) throw problems[result.problem]();
  return items[0] as Buffer;
}

const problems: Record<AvatarProblem, () => Error> = {
  type: () => unsupportedType('Choose a PNG, JPEG, WebP or GIF image.'),
  pixels: () => tooLarge('This image is too large. Choose one of at most 25 megapixels.'),
  broken: () => invalid('This image can’t be read.', { image: 'This image can’t be read.' }),
};

function rejectUnreadable(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.reason !== 'limit') throw problems.broken();
  throw tooLarge('This image takes too much memory or time to read. Choose another one.');
}
