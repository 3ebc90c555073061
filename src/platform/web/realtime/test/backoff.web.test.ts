import { expect, it } from 'vitest';
import { maxRetries, retryWaitMs } from '../../network/backoff.ts';

it('waits between half and all of 1 s doubling to 30 s', () => {
  const fullDelays = [1, 2, 4, 8, 16, 30, 30, 30, 30, 30];
  expect(fullDelays).toHaveLength(maxRetries);
  fullDelays.forEach((seconds, index) => {
    expect(retryWaitMs(index + 1, 0)).toBe(seconds * 500);
    expect(retryWaitMs(index + 1, 0.5)).toBe(seconds * 750);
    expect(retryWaitMs(index + 1, 1)).toBe(seconds * 1_000);
  });
});
