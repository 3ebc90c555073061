import type { Limits } from '../../../../platform/server/limits/limits.ts';

/** Takes one send of the person's; throws `rate_limited` when there is none left. */
export type SendLimit = (userId: number) => Promise<void>;

/**
 * 30 sends in 10 seconds, and 60 where somebody has been quiet: the second 30 come out of a reserve
 * that fills once a minute. Counted where all instances see it.
 */
export function createSendLimit(limits: Limits): SendLimit {
  const steady = limits('chat-send', 30, 10);
  const reserve = limits('chat-send-reserve', 30, 60);
  return async (userId) => {
    const key = String(userId);
    try {
      await steady.consume(key);
    } catch (refusal) {
      // The steady share is what comes back first, so its time is the one to tell.
      await reserve.consume(key).catch(() => {
        throw refusal;
      });
    }
  };
}
