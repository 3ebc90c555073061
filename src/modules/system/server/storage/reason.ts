import { AppError } from '../../../../platform/server/errors.ts';
import type { Log } from '../../../../platform/server/log/log.ts';
import { StorageError } from '../../../../platform/server/storage/failures.ts';

/** What went wrong, for an administrator: the message, and the reason from the storage. */
export function reasonOf(error: unknown, log: Log): string {
  log.warn({ err: error }, 'A storage test failed');
  if (error instanceof StorageError) return `${error.message} (${error.reason})`;
  if (error instanceof AppError) return error.message;
  // Not meant to be read by users, and may quote anything.
  return 'The storage failed unexpectedly. See the log for details.';
}
