import { AppError } from '../http/errors.ts';

const retryAfterSeconds = 5;

/** The storage failed us: 503 with a sentence for the person, and the reason for the log and administrators. */
export class StorageError extends AppError {
  /** A code or a few words, such as `ECONNREFUSED` or `403 SignatureDoesNotMatch`; never a secret. */
  readonly reason: string;

  constructor(sentence: string, reason: string) {
    super('unavailable', sentence, { retryAfterSeconds });
    this.reason = reason;
    // The log keeps stacks; the sentence alone would not tell anybody what to mend.
    this.stack = `${this.stack}\nReason: ${reason}`;
  }
}

export const full = (reason: string) =>
  new StorageError(
    'There is no room left for files. An administrator has to make some; nothing was kept.',
    reason,
  );
export const silent = (reason: string) =>
  new StorageError(
    'The place where files are kept does not answer right now. Please try again shortly.',
    reason,
  );
export const refused = (reason: string) =>
  new StorageError(
    'The place where files are kept cannot be used by this server. An administrator has to look at its settings.',
    reason,
  );
export const damaged = (reason: string) =>
  new StorageError('This file cannot be read: it is not what was kept here.', reason);
/** Nothing of it was kept. */
export class WrongSize extends Error {
  constructor(told: number, got: number) {
    super(`Expected ${told} bytes, got ${got}`);
  }
}

/** Throws where a stream was not as long as was told. */
export function assertSize(told: number | undefined, got: number): void {
  if (told !== undefined && told !== got) throw new WrongSize(told, got);
}
