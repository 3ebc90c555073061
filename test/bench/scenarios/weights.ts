import fs from 'node:fs';
import path from 'node:path';

const webDir = path.resolve(import.meta.dirname, '../../../dist/web');

/** Kilobytes as they travel. */
export interface Sizes {
  files: number;
  gzip: number;
  brotli: number;
}

/** Weighs what the server sends for these files: their compressed twins in the built site. */
export function addUp(files: { file: string }[]): Sizes {
  const sum = (ending: string) =>
    files.reduce((total, { file }) => total + fs.statSync(webDir + file + ending).size / 1000, 0);
  return { files: files.length, gzip: sum('.gz'), brotli: sum('.br') };
}
