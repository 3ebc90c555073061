import type { Readable } from 'node:stream';
import {
  type FileFacts,
  type Folder,
  folders,
  type Range,
  type StorageFacts,
  type Stored,
} from './storage.ts';

/**
 * What keeps bytes, as they are to lie there. It promises what `Files` promises, by the address of a file
 * instead of its key. Each is a module of its own, loaded only where it is configured.
 */
export interface Engine {
  put(address: Address, stream: Readable, told: FileFacts): Promise<{ sizeBytes: number }>;
  open(address: Address, range: Range): Promise<Readable>;
  stat(address: Address): Promise<{ sizeBytes: number } | null>;
  delete(address: Address): Promise<void>;
  list(folder: Folder): AsyncIterable<Stored>;
  check(): Promise<StorageFacts>;
  describe(): StorageFacts;
  /** Drops what was being written when an instance died. */
  sweep(): Promise<void>;
}

export interface Address {
  folder: Folder;
  key: string;
}

const keyForm = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(\.[a-z]+)?$/;

export const isKey = (key: string) => keyForm.test(key);

/** Throws where it is no key: nothing a person wrote may become a path. */
export function addressOf(folder: Folder, key: string): Address {
  if (!isKey(key)) throw new Error(`Not a key of the storage: ${key}`);
  if (!folders.includes(folder)) throw new Error(`Not a folder of the storage: ${folder}`);
  return { folder, key };
}
