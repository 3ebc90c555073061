import type { Platform } from '../../../../platform/server/platform.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { messageChanged } from '../../contract/changes.ts';
import { newMessage } from '../../contract.ts';
import { keepFollowing } from '../following/wake.ts';
import type { ShiftSource } from '../mentions/onDuty.ts';
import { beginNotifying } from './begin.ts';
import { forgetNotified } from './inputs/changes.ts';
import { type Notifier, notifyOfChanges, withdrawRead } from './round.ts';
import { followViewing } from './viewing.ts';
import { withdrawNotifications } from './withdraw.ts';

/** Notifies people of messages, asynchronously. */
export function addNotifying(platform: Platform, shifts?: ShiftSource): void {
  const { db, log, jobs } = platform;
  const round = createRound(platform, {
    db,
    log,
    now: () => new Date(),
    plainAtOnce: 3,
    shifts,
  });
  followViewing(platform);
  withdrawNotifications(platform);
  keepFollowing(platform, {
    work: round,
    after: [newMessage, messageChanged],
    gatherMs: 100,
    pauseMs: 1_000,
    sweepMs: 3_000,
    failureMessage: 'Failed to notify people of messages; will retry',
  });
  jobs.schedule('chat.forget-notified', '23 4 * * *', () => forgetNotified(db));
}

/** One bounded round: decides, stores, and publishes after COMMIT. */
export function createRound(
  platform: Pick<Platform, 'db' | 'realtime' | 'log'>,
  notifier: Notifier,
): () => Promise<{ hasMore: boolean }> {
  let begunAt: Date | null = null;
  return async () => {
    begunAt ??= await beginNotifying(notifier.db);
    if (!begunAt) return { hasMore: false };
    const { done, hasMore } = await notifyOfChanges(notifier, begunAt);
    if (done) {
      const gone = await withdrawRead(notifier.db, done.fresh);
      await publishNotifications(platform, ...done.unpublished, ...gone);
    }
    return { hasMore };
  };
}
