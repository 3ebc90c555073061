import type { AnySocketEvent } from '../../../../platform/contract/socket.ts';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Published, published } from '../../../../platform/server/realtime/fanout.ts';
import type { Outcome, Which } from './cursors.ts';
import { caughtUp, restAfter } from './rest.ts';

export interface Following {
  /** Processes a bounded batch. */
  work(which?: Which): Promise<Outcome>;
  /** The events after which there may be work. */
  after: readonly AnySocketEvent[];
  /** Debounce: quick successions are processed together. */
  gatherMs: number;
  /** Throttle under continuous events; a single event waits only `gatherMs`. */
  pauseMs: number;
  /** Interval for changes without events: a dead instance, an import, a first start. */
  sweepMs: number;
  /** Log message on failure; nothing is lost, the next sweep resumes. */
  failureMessage: string;
}

/** Quotes inside message text are escaped, so users cannot write this. */
const channelIn = /"channelId":"([a-z0-9-]+)"/;

/** Runs the work soon after matching events and periodically, never concurrently. */
export function keepFollowing({ bus, log, background }: Platform, following: Following): void {
  let timer: NodeJS.Timeout | undefined;
  let workedAt = Number.NEGATIVE_INFINITY;
  let isWorking = false;
  let wanted = new Set<string>();
  let wantsAll = false;

  async function run(): Promise<void> {
    isWorking = true;
    const only = wantsAll ? undefined : [...wanted];
    wanted = new Set();
    wantsAll = false;
    // Failing channels; tried again with their next event or sweep.
    const without = new Set<string>();
    try {
      for (;;) {
        const start = performance.now();
        const { hasMore, failed } = await following.work({ only, without });
        for (const { channelId, error } of failed) {
          without.add(channelId);
          log.error({ err: error, channelId }, following.failureMessage);
        }
        if (!hasMore || background.stopping.aborted) break;
        await restAfter(following, performance.now() - start, background.stopping);
      }
    } catch (err) {
      if (!isUnavailable(err)) log.error({ err }, following.failureMessage);
    } finally {
      caughtUp(following);
      workedAt = performance.now();
      isWorking = false;
      if (wantsAll || wanted.size > 0) wake();
    }
  }

  function wake(): void {
    if (isWorking || timer) return;
    const pause = workedAt + following.pauseMs - performance.now();
    timer = setTimeout(
      () => {
        timer = undefined;
        void background.run(run);
      },
      Math.max(following.gatherMs, pause),
    ).unref();
  }

  const heads = following.after.map(headOf);
  bus.subscribe(published, (payload) => {
    const { text } = payload as Published;
    if (!heads.some((head) => text.startsWith(head))) return;
    const [, channelId] = channelIn.exec(text) ?? [];
    if (!channelId) return;
    wanted.add(channelId);
    wake();
  });
  const sweep = async () => {
    wantsAll = true;
    wake();
  };
  background.repeat(following.sweepMs, sweep);
  void sweep();
}

/** The beginning of the serialized event. */
export const headOf = ({ type }: AnySocketEvent) => `{"type":"${type}"`;
