import { expect, test } from 'vitest';
import { summaryOf } from '../web/network/measure.ts';

test('latency is the median, jitter the mean step, loss the share without a reply', () => {
  expect(summaryOf([10, 30, null, 20, 20])).toEqual({
    latencyMs: 20,
    jitterMs: (20 + 10 + 0) / 3,
    loss: 1 - 4 / 5,
  });
});

test('without replies only the loss is known', () => {
  expect(summaryOf([null, null])).toEqual({ latencyMs: null, jitterMs: null, loss: 1 });
  expect(summaryOf([])).toEqual({ latencyMs: null, jitterMs: null, loss: 0 });
});
