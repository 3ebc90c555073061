import type { Input } from '../../../../../platform/server/parsing/parser.ts';
import { PlaceEraser } from './eraser.ts';

/** Yields the bytes of a video without its location; nothing if it is not a video or has no location. */
export default async function* eraseFilm(input: Input): AsyncGenerator<Buffer, null> {
  if (!(await hasLocation(input))) return null;
  const eraser = new PlaceEraser();
  for await (const chunk of input.read()) yield Buffer.concat(eraser.push(chunk));
  yield Buffer.concat(eraser.end());
  return null;
}

async function hasLocation(input: Input): Promise<boolean> {
  const eraser = new PlaceEraser();
  for await (const chunk of input.read()) {
    eraser.push(chunk);
    if (eraser.hasErased) return true;
    if (eraser.isDone) return false;
  }
  eraser.end();
  return eraser.hasErased;
}
