export const maxRetries = 10;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * How long to wait before reconnect number `retry` (1, 2, …): 1 s doubling to 30 s, of which a random
 * half falls away, so that an office whose network returns does not come back as one stampede.
 */
export function retryWaitMs(retry: number, random: number): number {
  const whole = Math.min(firstWaitMs * 2 ** (retry - 1), longestWaitMs);
  return whole * (0.5 + random / 2);
}
