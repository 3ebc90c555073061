import { Unreadable } from '../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../platform/server/parsing/process.ts';
import type typeParser from './contentParser.ts';

const type = defineParser<typeof typeParser>({
  name: 'chat.type',
  module: new URL('./contentParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  outputMaxBytes: 1_000,
});

/** A file's type by its content; its name and the declared type are ignored. */
export async function typeOf(parsing: Parsing, source: Source): Promise<string> {
  try {
    return (await parsing.read(type, source, {})).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // An unreadable file is served as bytes, which no browser executes.
    return 'application/octet-stream';
  }
}

const shown = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'video/mp4',
  'video/webm',
  'video/ogg',
  'audio/mp4',
  'audio/webm',
  'audio/ogg',
  'audio/mpeg',
  'audio/wav',
  'application/pdf',
  'text/plain',
]);

/** Whether browsers may display the file inline; an image only if we could decode it. */
export function isShown(file: { mime_type: string; width: number | null; name: string }): boolean {
  const { mime_type: type, width, name } = file;
  if (type.startsWith('image/')) return width !== null && shown.has(type);
  // A name is no proof, but a warning sign.
  return shown.has(type) && !(type === 'text/plain' && namesMarkup.test(name));
}

const namesMarkup = /\.(svgz?|[xs]?html?|xht|mht|xml)\s*$/i;
