import fs from 'node:fs';
import path from 'node:path';

const webDir = path.resolve(import.meta.dirname, '../../../dist/web');

/** Transferred kilobytes. */
export interface Sizes {
  files: number;
  gzip: number;
  brotli: number;
}

/** Adds up the compressed sizes of these files in the built site. */
export function addUp(files: { file: string }[]): Sizes {
  const sum = (ending: string) =>
    files.reduce((total, { file }) => total + fs.statSync(webDir + file + ending).size / 1000, 0);
  return { files: files.length, gzip: sum('.gz'), brotli: sum('.br') };
}
