import { AppError } from '../../../../platform/server/http/errors.ts';
import type { Log } from '../../../../platform/server/log/log.ts';
import { StorageError } from '../../../../platform/server/storage/failures.ts';

/** What went wrong, for an administrator: the sentence, and what the storage itself said. */
export function reasonOf(error: unknown, log: Log): string {
  log.warn({ err: error }, 'A test of the storage failed');
  if (error instanceof StorageError) return `${error.message} (${error.reason})`;
  if (error instanceof AppError) return error.message;
  // Nothing that was meant to be read, and it may quote anything.
  return 'The storage failed in a way nobody foresaw; the log has the details.';
}
