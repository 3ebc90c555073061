import type { Platform } from '../../../../platform/server/platform.ts';
import { type Published, published } from '../../../../platform/server/realtime/fanout.ts';
import { newMessage } from '../../../chat/contract.ts';
import {
  caughtUp,
  headOf,
  messageChanged,
  messageReaction,
  restAfter,
} from '../../../chat/server/public.ts';
import type { SearchDb } from '../tables.ts';
import { indexMessages } from './indexMessages.ts';

/** Debounce: quick successions are indexed together. */
const gatherMs = 200;
/** Interval for changes without events: a dead instance, an import, a first start. */
const sweepMs = 3_000;
const heads = [newMessage, messageChanged, messageReaction].map(headOf);
/** Quotes inside message text are escaped, so users cannot write this. */
const channelIn = /"channelId":"([a-z0-9-]+)"/;

/** Keeps the search index current. Every instance runs it: a channel is indexed by one at a time. */
export function followMessages(platform: Platform): void {
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
      // Nothing is lost: the next sweep resumes here.
      log.warn({ err }, 'Failed to index messages for search; will retry');
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

/** Indexes batch after batch until these channels are up to date. */
async function catchUp(platform: Platform, only: string[] | undefined): Promise<void> {
  const excluded = new Set<string>();
  try {
    for (;;) {
      const start = performance.now();
      if (!(await takeBatch(platform, only, excluded))) return;
      await restAfter(excluded, performance.now() - start);
    }
  } finally {
    caughtUp(excluded);
  }
}

/** Returns whether there is more. */
async function takeBatch(
  { db, jobs, log }: Platform,
  only: string[] | undefined,
  excluded: Set<string>,
): Promise<boolean> {
  const { hasMore, failed } = await indexMessages(db as SearchDb, jobs, {
    only,
    without: excluded,
  });
  for (const { id, error } of failed) {
    excluded.add(id);
    log.error({ err: error, channelId: id }, 'Failed to index a channel for search');
  }
  return hasMore;
}
