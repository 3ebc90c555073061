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
 * A storage engine. It has the guarantees of `Files`, by the path of a file instead of its key. Each is a separate
 * module, only loaded if configured.
 */
export interface Engine {
  put(address: Address, stream: Readable, facts: FileFacts): Promise<{ sizeBytes: number }>;
  open(address: Address, range: Range): Promise<Readable>;
  stat(address: Address): Promise<{ sizeBytes: number } | null>;
  delete(address: Address): Promise<void>;
  list(folder: Folder): AsyncIterable<Stored>;
  check(): Promise<StorageFacts>;
  describe(): StorageFacts;
  /** Deletes incomplete uploads of dead instances. */
  sweep(): Promise<void>;
}

export interface Address {
  folder: Folder;
  key: string;
}

const keyForm =
  /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}(\.[a-z]+(-\d{1,4})?)?$/;

export const isKey = (key: string) => keyForm.test(key);

/** Throws if it is not a key: nothing a user wrote may become a path. */
export function addressOf(folder: Folder, key: string): Address {
  if (!isKey(key)) throw new Error(`Not a key of the storage: ${key}`);
  if (!folders.includes(folder)) throw new Error(`Not a folder of the storage: ${folder}`);
  return { folder, key };
}
