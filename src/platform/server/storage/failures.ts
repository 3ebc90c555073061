import { AppError } from '../errors.ts';

const retryAfterSeconds = 5;

/** A storage failure: 503 with a message for the user, and the reason for the log and administrators. */
export class StorageError extends AppError {
  /** A code or short reason, such as `ECONNREFUSED` or `403 SignatureDoesNotMatch`; never a secret. */
  readonly reason: string;

  constructor(sentence: string, reason: string) {
    super('unavailable', sentence, { retryAfterSeconds });
    this.reason = reason;
    // The log prints stacks; the message alone does not say what to fix.
    this.stack = `${this.stack}\nReason: ${reason}`;
  }
}

export const full = (reason: string) =>
  new StorageError(
    'There is no space left for files. An administrator has to free some; nothing was saved.',
    reason,
  );
export const silent = (reason: string) =>
  new StorageError('The file storage is not responding right now. Try again shortly.', reason);
export const refused = (reason: string) =>
  new StorageError(
    'The file storage can’t be used by this server. An administrator has to check its settings.',
    reason,
  );
export const damaged = (reason: string) =>
  new StorageError('This file can’t be read: it was changed after it was stored.', reason);
/** Nothing of it was stored. */
export class WrongSize extends Error {
  constructor(expected: number, got: number) {
    super(`Expected ${expected} bytes, got ${got}`);
  }
}

/** Throws if a stream does not have the announced length. */
export function assertSize(expected: number | undefined, got: number): void {
  if (expected !== undefined && expected !== got) throw new WrongSize(expected, got);
}
