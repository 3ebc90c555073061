/**
 * Gathers ids while a write is under way and hands them to the next one, so that however many people come
 * at once, there is one statement at a time. Resolves when the caller's own ids are written.
 */
export function inBatches(
  write: (ids: number[]) => Promise<void>,
): (ids: readonly number[]) => Promise<void> {
  let next: { ids: Set<number>; written: Promise<void> } | undefined;
  let last: Promise<void> = Promise.resolve();

  return (ids) => {
    if (!next) {
      const gathered = new Set<number>();
      const written = last.then(() => {
        next = undefined;
        return write([...gathered]);
      });
      next = { ids: gathered, written };
      // Each caller hears of the failure of their own batch; the one after it is none of it.
      last = written.catch(() => {});
    }
    for (const id of ids) next.ids.add(id);
    return next.written;
  };
}
