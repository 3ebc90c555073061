const noteMs = 15_000;
/** A gap between two rounds that means the machine was asleep, or its clock was changed. */
const sleptMs = 10_000;
/** After trouble no one is marked offline until every instance must have recorded its connections again. */
const settleMs = 20_000;

interface Steps {
  /** Records who is connected here. */
  note(): Promise<void>;
  /** Marks offline everyone who was not recorded on any instance. */
  sweep(): Promise<void>;
}

/**
 * Returns the function that runs one round; call it every few seconds. An instance that could not write, or
 * slept, has not recorded its connections, and neither may the others: it marks no one offline.
 */
export function createRounds({ note, sweep }: Steps): () => Promise<void> {
  let running = false;
  let lastRound = Date.now();
  let lastNote = 0;
  let troubleAt = Number.NEGATIVE_INFINITY;

  async function round(now: number): Promise<void> {
    const slept = Math.abs(now - lastRound) > sleptMs;
    if (slept) troubleAt = now;
    if (slept || now - lastNote >= noteMs) {
      await note();
      lastNote = now;
    }
    if (now - troubleAt >= settleMs) await sweep();
  }

  return async () => {
    if (running) return;
    running = true;
    try {
      await round(Date.now());
    } catch (error) {
      troubleAt = Date.now();
      // Record again as soon as possible.
      lastNote = 0;
      throw error;
    } finally {
      lastRound = Date.now();
      running = false;
    }
  };
}
