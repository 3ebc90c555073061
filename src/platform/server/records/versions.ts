import { conflict } from '../errors.ts';

/**
 * Optimistic lock: throws 409 unless the row still has the version that the user saw, which is not checked if it is
 * undefined. The message is `Someone else changed this deal. Nothing was overwritten.`: `what` and `hint` are its
 * parts. Lock the row first.
 */
export function assertVersion(
  row: { version: number },
  version: number | undefined,
  what: string,
  hint = 'Nothing was overwritten.',
): void {
  if (version === undefined || row.version === version) return;
  throw conflict(`Someone else changed ${what}. ${hint}`);
}
