import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../errors.ts';

/** Points per key and time window; keys are separated by the limit's name. */
export interface Limit {
  /** Consumes a point; throws `rate_limited` if none is left. */
  consume(key: string): Promise<void>;
  /** Throws `rate_limited` if no point is left; consumes none. */
  check(key: string): Promise<void>;
  /** How many points are consumed. */
  used(key: string): Promise<number>;
  /** Returns one point, for an attempt that turned out not to count. */
  restore(key: string): Promise<void>;
  /** Returns all points. */
  reset(key: string): Promise<void>;
}

export type Limits = (name: string, points: number, seconds: number) => Limit;

/** Counted in Redis if configured, so that instances share a limit; in this process while it is unavailable. */
export function createLimits(redis: Redis | undefined): Limits {
  return (name, points, seconds) => {
    const options = { keyPrefix: `forecourt:limit:${name}`, points, duration: seconds };
    const local = new RateLimiterMemory(options);
    const limiter = redis
      ? new RateLimiterRedis({ ...options, storeClient: redis, insuranceLimiter: local })
      : local;
    return {
      async consume(key) {
        try {
          await limiter.consume(key);
        } catch (refusal) {
          if (!(refusal instanceof RateLimiterRes)) throw refusal;
          throw refused(refusal);
        }
      },
      async check(key) {
        const state = await limiter.get(key);
        if (state && state.consumedPoints >= points) {
          throw refused(state);
        }
      },
      async used(key) {
        return (await limiter.get(key))?.consumedPoints ?? 0;
      },
      async restore(key) {
        await limiter.reward(key);
      },
      async reset(key) {
        await limiter.delete(key);
      },
    };
  };
}

const refused = ({ msBeforeNext }: RateLimiterRes) =>
  rateLimited(Math.max(1, Math.ceil(msBeforeNext / 1000)));
