import type { Platform } from '../../../platform/server/platform.ts';
import { newMessage } from '../../chat/contract.ts';
import { type ChatParts, keepFollowing, messageChanged } from '../../chat/server/public.ts';
import { forgetNotified } from './inputs/changes.ts';
import { followSchedules, type OffShiftSource } from './offShift.ts';
import { createRound } from './round.ts';
import { addSettingsRoutes } from './settings/settings.ts';
import { followViewing } from './viewing.ts';
import { withdrawNotifications } from './withdraw.ts';

/**
 * Decides whom to notify of which message, and how, by people's settings. It follows the channels behind
 * the sends and hands its decisions to `notifications`. It must never delay a send, notify someone who
 * cannot read the message, or notify of the same message twice.
 */
export function chatNotificationsModule(
  platform: Platform,
  chat: ChatParts,
  offShift: OffShiftSource,
): void {
  followSchedules(offShift);
  const { db, log, jobs } = platform;
  addSettingsRoutes(platform, chat);
  followViewing(platform);
  withdrawNotifications(platform);
  keepFollowing(platform, {
    work: createRound(platform, { db, log, now: () => new Date(), plainAtOnce: 3 }),
    after: [newMessage, messageChanged],
    gatherMs: 100,
    pauseMs: 1_000,
    sweepMs: 3_000,
    failureMessage: 'Failed to notify people of messages; will retry',
  });
  jobs.schedule('chat.forget-notified', '23 4 * * *', () => forgetNotified(db));
}
