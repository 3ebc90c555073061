import { type Address, isKey } from '../engine.ts';
import type { Folder } from '../storage.ts';

/** What a file is called in a bucket. */
export const objectName = ({ folder, key }: Address) => `${folder}/${key}`;

/** What the names of all files of a folder begin with. */
export const prefixOf = (folder: Folder) => `${folder}/`;

/** Null for what somebody else put into the bucket. */
export function keyOf(folder: Folder, name: string): string | null {
  const prefix = prefixOf(folder);
  const key = name.startsWith(prefix) ? name.slice(prefix.length) : '';
  return isKey(key) ? key : null;
}
