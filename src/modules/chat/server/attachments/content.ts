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

/** What a file is by its content; its name and what the sender said of it are not asked. */
export async function typeOf(parsing: Parsing, source: Source): Promise<string> {
  try {
    return (await parsing.read(type, source, {})).result;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    // Whatever cannot be looked at is bytes, which no browser runs.
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

/** Whether a browser may show such a file rather than save it; a picture only if we could read it too. */
export function isShown(file: { mime_type: string; width: number | null; name: string }): boolean {
  const { mime_type: type, width, name } = file;
  if (type.startsWith('image/')) return width !== null && shown.has(type);
  // A name proves nothing, but it may warn.
  return shown.has(type) && !(type === 'text/plain' && namesMarkup.test(name));
}

const namesMarkup = /\.(svgz?|[xs]?html?|xht|mht|xml)\s*$/i;
