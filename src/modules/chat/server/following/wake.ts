import type { AnySocketEvent } from '../../../../platform/contract/socket.ts';
import { isUnavailable } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { type Published, published } from '../../../../platform/server/realtime/fanout.ts';
import { caughtUp, restAfter } from './rest.ts';

export interface Following {
  /** Does a bounded part of what there is to do. */
  work(): Promise<{ hasMore: boolean }>;
  /** What is published when there may be something to do. */
  after: readonly AnySocketEvent[];
  /** What happens in quick succession is worked on together. */
  gatherMs: number;
  /** In a stream it is worked on no more often than that: alone, something waits only `gatherMs`. */
  pauseMs: number;
  /** For what was told to nobody: an instance that died, an import, a first start. */
  sweepMs: number;
  /** Said when the work failed; nothing is lost, the next sweep begins where it did. */
  complaint: string;
}

/** Lets work follow what is published: soon after it, and again and again. Never twice at the same time. */
export function keepFollowing({ bus, log }: Platform, following: Following): void {
  let timer: NodeJS.Timeout | undefined;
  let workedAt = Number.NEGATIVE_INFINITY;
  let isWorking = false;
  let isWanted = false;

  async function run(): Promise<void> {
    isWorking = true;
    isWanted = false;
    try {
      for (;;) {
        const start = performance.now();
        const { hasMore } = await following.work();
        if (!hasMore) break;
        await restAfter(following, performance.now() - start);
      }
    } catch (err) {
      if (!isUnavailable(err)) log.error({ err }, following.complaint);
    } finally {
      caughtUp(following);
      workedAt = performance.now();
      isWorking = false;
      if (isWanted) wake();
    }
  }

  function wake(): void {
    isWanted = true;
    if (isWorking || timer) return;
    const pause = workedAt + following.pauseMs - performance.now();
    timer = setTimeout(
      () => {
        timer = undefined;
        void run();
      },
      Math.max(following.gatherMs, pause),
    ).unref();
  }

  const heads = following.after.map(headOf);
  bus.subscribe(published, (payload) => {
    const { text } = payload as Published;
    if (heads.some((head) => text.startsWith(head))) wake();
  });
  setInterval(wake, following.sweepMs).unref();
  wake();
}

/** How the text of every such frame begins. */
export const headOf = ({ type }: AnySocketEvent) => `{"type":"${type}"`;
