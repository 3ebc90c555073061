import type { Readable } from 'node:stream';

/**
 * Where files lie. The private ones are encrypted by us before they reach the disk or the bucket: whoever
 * holds those, or a copy of them, holds nothing without the server's keys.
 */
export const privateFolders = ['sales-documents', 'service-records', 'hr-files'] as const;
/** `other` holds what people bring in with messages; `public` is for what every visitor may see. */
export const folders = ['other', 'public', ...privateFolders] as const;
export type Folder = (typeof folders)[number];

/**
 * Bytes by key, for all instances. A key is a UUID of version 4 made by us, never a person's words; what
 * belongs to it may hang on it: `{uuid}.thumbnail`. Who may read what is the caller's business.
 *
 * Where the bytes cannot be reached, everything rejects with `unavailable` and a sentence (503).
 */
export interface Files {
  /**
   * Keeps the whole stream, or nothing: it is there after the promise resolves, also over a loss of
   * power, and never half. Rejects with the stream's error, or where it was not `sizeBytes` long.
   */
  put(key: string, stream: Readable, told?: FileFacts): Promise<{ sizeBytes: number }>;
  /** The bytes from `start` up to and including `end`; all by default. Rejects with `not_found` where there are none. */
  open(key: string, range?: Range): Promise<Readable>;
  stat(key: string): Promise<{ sizeBytes: number } | null>;
  /** Repeating it is fine. */
  delete(key: string): Promise<void>;
  /** All there are, in no order that means anything. For diagnostics: it may ask for thousands of pages. */
  list(): AsyncIterable<Stored>;
}

export interface FileFacts {
  sizeBytes?: number;
}

export interface Range {
  start?: number;
  end?: number;
}

export interface Stored {
  key: string;
  sizeBytes: number;
}

/** The files of the folder `other`, and those of every folder. */
export interface Storage extends Files {
  /**
   * One folder's files. A room with papers keeps them in a private one and needs nothing else:
   * `storage.folder('hr-files').put(randomUUID(), stream)`. What it puts, opens and measures is plain; what
   * lies there is encrypted, bound to its folder and key, and refused with `unavailable` once a bit is
   * changed. As everywhere the key is noted in the room's own table before, so that what a dying server
   * left is found by it (the chat's `onLooseKey`).
   */
  folder(name: Folder): Files;
  /** Asks whether files can be read, without writing any. Rejects with a sentence for administrators. */
  check(): Promise<StorageFacts>;
  describe(): StorageFacts;
}

export interface StorageFacts {
  kind: 'disk' | 's3' | 'gcs';
  /** A bucket's name; on disk the folder's. */
  bucket: string;
  /** Where the bucket is: a folder, or a host. */
  place: string;
  /** Whose it is: the project's name at Google where it is known, the endpoint's host, or `disk`. */
  project: string | null;
}
