import { type AppError, conflict } from '../errors.ts';

/** `load` where a form shows the latest version and keeps the changes made in it. */
type Remedy = 'load' | 'reload';

const hints: Record<Remedy, string> = {
  load: 'Nothing was overwritten.',
  reload: 'Reload and try again.',
};

/** The 409 for `Someone else changed this deal.`, where `what` is `this deal`. */
export const changedMeanwhile = (what: string, remedy: Remedy = 'reload'): AppError =>
  conflict(`Someone else changed ${what}. ${hints[remedy]}`);

/**
 * Optimistic lock: throws `changedMeanwhile` unless the row still has the version that the user saw, which is not
 * checked if it is undefined. Lock the row first.
 */
export function assertVersion(
  row: { version: number },
  version: number | undefined,
  what: string,
  remedy?: Remedy,
): void {
  if (version === undefined || row.version === version) return;
  throw changedMeanwhile(what, remedy);
}
