import { invalid, tooLarge, unsupportedType } from '../../../../platform/server/http/errors.ts';
import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
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
 * Makes a WebP as large as a screen, without anything else that was in the file. Throws `unsupported_type`
 * for what is no picture by its content, whatever it is called; `too_large` or `invalid` for one that
 * cannot be read.
 */
export async function toBackground(parsing: Parsing, bytes: Buffer): Promise<Buffer> {
  const { items, result } = await parsing.read(background, sourceOf(bytes), {}).catch(refuse);
  if (result.problem !== null) throw problems[result.problem]();
  return items[0] as Buffer;
}

const problems: Record<BackgroundProblem, () => Error> = {
  type: () => unsupportedType('This is not a PNG, JPEG, WebP, GIF or AVIF picture.'),
  pixels: () => tooLarge('This picture has too many pixels: at most 50 megapixels.'),
  broken: () => invalid('This picture cannot be read.'),
};

function refuse(error: unknown): never {
  if (!(error instanceof Unreadable)) throw error;
  if (error.reason !== 'limit') throw problems.broken();
  throw tooLarge('This picture takes too much memory or time to read. Please choose another one.');
}
