import type { Platform } from '../../../../../platform/server/platform.ts';
import { type Published, published } from '../../../../../platform/server/realtime/fanout.ts';
import { messageChanged, messageReaction } from '../../../contract/changes.ts';
import { newMessage } from '../../../contract.ts';
import { caughtUp, restAfter } from '../../following/rest.ts';
import { headOf } from '../../following/wake.ts';
import type { SearchDb } from '../tables.ts';
import { takeIn } from './takeIn.ts';

/** What is said in quick succession is taken in together. */
const gatherMs = 200;
/** For what was told to nobody: an instance that died, an import, a first start. */
const sweepMs = 3_000;
const heads = [newMessage, messageChanged, messageReaction].map(headOf);
/** Inside of words a quote is never without its backslash, so nobody can write this. */
const channelIn = /"channelId":"([a-z0-9-]+)"/;

/** Follows what is said in the channels. Each instance may run it: a channel is worked on by one at a time. */
export function keepIndex(platform: Platform): void {
  const { bus, log } = platform;
  let wanted = new Set<string>();
  let wantsAll = false;
  let timer: NodeJS.Timeout | undefined;
  let isWorking = false;

  async function work(): Promise<void> {
    isWorking = true;
    const only = wantsAll ? undefined : [...wanted];
    wanted = new Set();
    wantsAll = false;
    try {
      await catchUp(platform, only);
    } catch (err) {
      // Nothing is lost: the next sweep begins where this one failed.
      log.warn({ err }, 'Messages were not taken into the search; they will be');
    } finally {
      isWorking = false;
      if (wantsAll || wanted.size > 0) wake();
    }
  }

  function wake(): void {
    if (isWorking || timer) return;
    timer = setTimeout(() => {
      timer = undefined;
      void work();
    }, gatherMs).unref();
  }

  bus.subscribe(published, (payload) => {
    const { text } = payload as Published;
    if (!heads.some((head) => text.startsWith(head))) return;
    const [, channelId] = channelIn.exec(text) ?? [];
    if (channelId) wanted.add(channelId);
    wake();
  });
  const sweep = () => {
    wantsAll = true;
    wake();
  };
  setInterval(sweep, sweepMs).unref();
  sweep();
}

/** Batch after batch, until nothing is left to take in of these channels. */
async function catchUp(platform: Platform, only: string[] | undefined): Promise<void> {
  const without = new Set<string>();
  try {
    for (;;) {
      const start = performance.now();
      if (!(await takeBatch(platform, only, without))) return;
      await restAfter(without, performance.now() - start);
    }
  } finally {
    caughtUp(without);
  }
}

/** Answers whether there is more. */
async function takeBatch(
  { db, jobs, log }: Platform,
  only: string[] | undefined,
  without: Set<string>,
): Promise<boolean> {
  const { hasMore, failed } = await takeIn(db as SearchDb, jobs, { only, without });
  for (const { id, error } of failed) {
    without.add(id);
    log.error({ err: error, channelId: id }, 'A channel was not taken into the search');
  }
  return hasMore;
}
