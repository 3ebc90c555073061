/**
 * Collects ids while a write is in progress and passes them to the next one, so that however many people
 * connect at once, only one statement runs at a time. Resolves when the caller's own ids are written.
 */
export function inBatches(
  write: (ids: number[]) => Promise<void>,
): (ids: readonly number[]) => Promise<void> {
  let next: { ids: Set<number>; written: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();

  return (ids) => {
    if (!next) {
      const batch = new Set<number>();
      const written = last.then(() => {
        next = undefined;
        return write([...batch]);
      });
      next = { ids: batch, written };
      // Each caller gets the failure of their own batch; it does not affect the next one.
      last = written.catch(() => {});
    }
    for (const id of ids) next.ids.add(id);
    return next.written;
  };
}
