import type { Log } from '../log/log.ts';

/** What this instance does without a call that waits for it. What one instance does for all of them is a job. */
export interface Background {
  /** Does it now; not once the server stops. */
  run(work: () => Promise<unknown>): Promise<void>;
  /** Does it at this interval, unless it still does. */
  repeat(everyMs: number, work: () => Promise<unknown>): void;
  /** Aborted when the server stops: long work ends at its next step. */
  stopping: AbortSignal;
  /** Starts nothing more, and resolves when what runs has ended: only then the database may be closed. */
  stop(): Promise<void>;
}

export function createBackground(log: Log): Background {
  const running = new Set<Promise<void>>();
  const timers: NodeJS.Timeout[] = [];
  const end = new AbortController();

  function run(work: () => Promise<unknown>): Promise<void> {
    if (end.signal.aborted) return Promise.resolve();
    const done: Promise<void> = work()
      .catch((err) => log.error({ err }, 'Work in the background failed'))
      .then(() => void running.delete(done));
    running.add(done);
    return done;
  }

  return {
    run,
    repeat(everyMs, work) {
      let isRunning = false;
      const round = async () => {
        if (isRunning) return;
        isRunning = true;
        await run(work);
        isRunning = false;
      };
      timers.push(setInterval(() => void round(), everyMs).unref());
    },
    stopping: end.signal,
    async stop() {
      end.abort();
      for (const timer of timers) clearInterval(timer);
      await Promise.all(running);
    },
  };
}
