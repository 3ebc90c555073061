const noteMs = 15_000;
/** What lies between two rounds when this machine was asleep, or its clock was set. */
const sleptMs = 10_000;
/** After trouble nobody is declared gone until every instance must have noted its people again. */
const settleMs = 20_000;

interface Acts {
  /** Notes who has a connection here. */
  note(): Promise<void>;
  /** Declares gone who has not been noted anywhere. */
  sweep(): Promise<void>;
}

/**
 * Answers the act of one round; call it every few seconds. An instance that could not write, or slept, has
 * lost sight of its people, as the others may have of theirs: it does not take them for gone.
 */
export function createRounds({ note, sweep }: Acts): () => Promise<void> {
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
      // What was not noted is noted as soon as it can be.
      lastNote = 0;
      throw error;
    } finally {
      lastRound = Date.now();
      running = false;
    }
  };
}
