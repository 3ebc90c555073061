import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { rateLimited } from '../http/errors.ts';

/** So many points per key and time; keys are told apart by the limit's name. */
export interface Limit {
  /** Takes a point; throws `rate_limited` when there is none left. */
  consume(key: string): Promise<void>;
  /** Throws `rate_limited` when there is no point left; takes none. */
  check(key: string): Promise<void>;
  /** How many points are taken. */
  used(key: string): Promise<number>;
  /** Gives one point back, for what turned out not to count. */
  restore(key: string): Promise<void>;
  /** Gives all points back. */
  reset(key: string): Promise<void>;
}

export type Limits = (name: string, points: number, seconds: number) => Limit;

/** Counted in Redis where there is one, so that instances share a limit; in this process while it is away. */
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
