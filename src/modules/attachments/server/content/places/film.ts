import { Readable } from 'node:stream';
import { invalid } from '../../../../../platform/server/errors.ts';
import { Unreadable } from '../../../../../platform/server/parsing/parser.ts';
import { defineParser, type Parsing } from '../../../../../platform/server/parsing/parsing.ts';
import type { Source } from '../../../../../platform/server/parsing/process.ts';
import type filmParser from './filmParser.ts';

const film = defineParser<typeof filmParser>({
  name: 'chat.film',
  module: new URL('./filmParser.ts', import.meta.url),
  lane: 'pictures',
  seconds: 10,
  totalSeconds: 60,
  // The largest upload, copied in pieces.
  outputMaxBytes: 110 * 1024 * 1024,
});

/**
 * The bytes of a stored video without its location, same length; null if it is not a video or has no
 * location. Throws `invalid`, as does the stream, if the location cannot be removed.
 */
export async function cleanFilm(parsing: Parsing, source: Source): Promise<Readable | null> {
  const reading = await parsing.open(film, source, {});
  const pieces = piecesOf(reading.items());
  const first = await pieces.next();
  return first.done ? null : Readable.from(joined(first.value, pieces), { objectMode: false });
}

async function* piecesOf(items: AsyncIterable<Buffer>): AsyncGenerator<Buffer, undefined> {
  try {
    for await (const piece of items) if (piece.length > 0) yield piece;
  } catch (error) {
    if (!(error instanceof Unreadable)) throw error;
    throw invalid('Couldn’t read this video. Choose another one.');
  }
}

async function* joined(first: Buffer, rest: AsyncIterable<Buffer>) {
  yield first;
  yield* rest;
}
