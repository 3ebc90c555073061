/** Runs at most `width` tasks at once; the others wait in order. */
export function createTurns(width: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy < width) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The slot is passed on directly, so that a newcomer cannot take it in between.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
