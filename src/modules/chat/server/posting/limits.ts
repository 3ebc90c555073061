import { AppError, rateLimited } from '../../../../platform/server/errors.ts';
import type { Limit, Limits } from '../../../../platform/server/limits/limits.ts';
import { urgentPerHour } from '../../contract/messages/urgent.ts';

/** Consumes one send of the user; throws `rate_limited` if none is left. */
export type SendLimit = (userId: number) => Promise<void>;

/** 30 sends in 10 seconds, plus a reserve of 30 that refills once a minute. Counted across all instances. */
export function createSendLimit(limits: Limits): SendLimit {
  const steady = limits('chat-send', 30, 10);
  const reserve = limits('chat-send-reserve', 30, 60);
  return async (userId) => {
    const key = String(userId);
    try {
      await steady.consume(key);
    } catch (refusal) {
      // The steady limit resets first, so report its wait time.
      await reserve.consume(key).catch(() => {
        throw refusal;
      });
    }
  };
}

const hourSeconds = 3_600;

/** Urgent messages are limited, so that they stay meaningful. */
export function createUrgentLimit(limits: Limits): Limit {
  const limit = limits('chat-urgent', urgentPerHour, hourSeconds);
  return {
    ...limit,
    async consume(key) {
      try {
        await limit.consume(key);
      } catch (refusal) {
        if (!(refusal instanceof AppError) || refusal.code !== 'rate_limited') throw refusal;
        const why = `You’ve sent ${urgentPerHour} urgent messages in the past hour.`;
        throw rateLimited(refusal.retryAfterSeconds ?? hourSeconds, why);
      }
    },
  };
}
