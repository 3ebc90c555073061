export const maxRetries = 10;
const firstWaitMs = 1_000;
const longestWaitMs = 30_000;

/**
 * Delay before reconnect number `retry` (1, 2, …): 1 s doubling to 30 s, minus up to half of it at random, so that
 * a whole office does not reconnect at once.
 */
export function retryWaitMs(retry: number, random: number): number {
  const delayMs = Math.min(firstWaitMs * 2 ** (retry - 1), longestWaitMs);
  return delayMs * (0.5 + random / 2);
}
