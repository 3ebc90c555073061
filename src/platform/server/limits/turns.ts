/** Lets `width` pieces of work run at once; the others wait their turn, first come first served. */
export function createTurns(width: number) {
  const waiting: (() => void)[] = [];
  let busy = 0;
  return async function inTurn<T>(work: () => Promise<T>): Promise<T> {
    if (busy < width) busy += 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await work();
    } finally {
      // The place goes from hand to hand, so that nobody who comes now can slip in between.
      const next = waiting.shift();
      if (next) next();
      else busy -= 1;
    }
  };
}
