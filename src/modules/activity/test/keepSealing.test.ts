import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Platform } from '../../../platform/server/platform.ts';
import { type Chain, keepSealing } from '../server/chain.ts';

const minute = 60_000;
const anchor = { length: 1, seal: 'aa', activityId: 1, at: '2026-01-01T00:00:00.000Z' };

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** Anchors every minute with these results, and lists what was logged, by the minute. */
async function logOf(results: readonly ('anchored' | 'failed')[]): Promise<string[]> {
  const logged: string[] = [];
  let at = 0;
  const chain = {
    seal: async () => {},
    anchor: async () => {
      if (results[at] === 'failed') throw new Error('The activity log no longer matches');
      return anchor;
    },
  };
  const works: { everyMs: number; work: () => Promise<unknown> }[] = [];
  keepSealing(
    chain as unknown as Chain,
    {
      background: {
        repeat: (everyMs: number, work: () => Promise<unknown>) => works.push({ everyMs, work }),
      },
      log: {
        error: () => logged.push(`${at} failed`),
        info: () => logged.push(`${at} anchored`),
      },
    } as unknown as Platform,
  );
  const anchoring = works.find(({ everyMs }) => everyMs === minute);
  for (at = 0; at < results.length; at++) {
    await anchoring?.work();
    vi.advanceTimersByTime(minute);
  }
  return logged;
}

const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value);

test('a failure that lasts is logged every hour', async () => {
  expect(await logOf(times(121, 'failed'))).toEqual(['0 failed', '60 failed', '120 failed']);
});

test('a failure is logged at once, although an anchor was within the hour', async () => {
  expect(await logOf(['anchored', 'failed', 'failed'])).toEqual(['0 anchored', '1 failed']);
});

test('an anchor is logged once an hour, also after a failure', async () => {
  const results = [...times(2, 'failed' as const), ...times(62, 'anchored' as const)];
  expect(await logOf(results)).toEqual(['0 failed', '2 anchored', '62 anchored']);
});
