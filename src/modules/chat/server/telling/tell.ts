import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { messageChanged } from '../../contract/changes.ts';
import { newMessage } from '../../contract.ts';
import type { ShiftSource } from '../audience/here.ts';
import { keepFollowing } from '../following/wake.ts';
import { beginNotifying } from './begin.ts';
import { forgetNotified } from './gathering/changes.ts';
import { keepLooking } from './looking.ts';
import { type Notifier, notifyOfChanges, withdrawRead } from './round.ts';
import { takeBack } from './taking-back.ts';

/** Tells people of what is said, behind the sends. */
export function addNotifying(platform: Platform, shifts?: ShiftSource): void {
  const { db, log, jobs } = platform;
  const round = createRound(platform, {
    db,
    log,
    now: () => new Date(),
    plainAtOnce: 3,
    shifts,
  });
  keepLooking(platform);
  takeBack(platform);
  keepFollowing(platform, {
    work: round,
    after: [newMessage, messageChanged],
    gatherMs: 100,
    pauseMs: 1_000,
    sweepMs: 3_000,
    complaint: 'People were not told of messages; they will be',
  });
  jobs.schedule('chat.forget-told', '23 4 * * *', () => forgetNotified(db));
}

/** One bounded round: decides, stores, and tells the browsers after COMMIT. */
export function createRound(
  platform: Pick<Platform, 'db' | 'realtime' | 'log'>,
  teller: Notifier,
): () => Promise<{ hasMore: boolean }> {
  let begunAt: Date | null = null;
  return async () => {
    begunAt ??= await beginNotifying(teller.db);
    if (!begunAt) return { hasMore: false };
    const { done, hasMore } = await notifyOfChanges(teller, begunAt);
    if (done) {
      const gone = await withdrawRead(teller.db, done.fresh);
      await publishNotifications(platform, ...done.unpublished, ...gone);
    }
    return { hasMore };
  };
}
