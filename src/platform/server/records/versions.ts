import { conflict } from '../errors.ts';

/**
 * Optimistic lock: throws 409 unless the row still has the version that the user saw, which is not checked if it is
 * undefined. The message is `Someone else changed this deal. Nothing was overwritten.`, where `what` is `this deal`.
 * Lock the row first.
 */
export function assertVersion(
  row: { version: number },
  version: number | undefined,
  what: string,
): void {
  if (version === undefined || row.version === version) return;
  throw conflict(`Someone else changed ${what}. Nothing was overwritten.`);
}
