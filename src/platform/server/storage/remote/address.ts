import { type Address, isKey } from '../engine.ts';
import type { Folder } from '../storage.ts';

/** The object name of a file. */
export const objectName = ({ folder, key }: Address) => `${folder}/${key}`;

/** The prefix of all objects of a folder. */
export const prefixOf = (folder: Folder) => `${folder}/`;

/** Null for objects of other origin in the bucket. */
export function keyOf(folder: Folder, name: string): string | null {
  const prefix = prefixOf(folder);
  const key = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return isKey(key) ? key : null;
}
