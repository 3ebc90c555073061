import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRounds } from '../server/watching/rounds.ts';

let steps: string[];
let isUp: boolean;
let round: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  steps = [];
  isUp = true;
  const act = (name: string) => async () => {
    if (!isUp) throw new Error('The database is unavailable');
    steps.push(name);
  };
  round = createRounds({ note: act('note'), sweep: act('sweep') });
});
afterEach(() => void vi.useRealTimers());

/** Runs a round every two seconds for this long; returns the steps that ran. */
async function runFor(seconds: number): Promise<string[]> {
  steps = [];
  for (let at = 0; at < seconds; at += 2) {
    await round().catch(() => {});
    vi.advanceTimersByTime(2_000);
  }
  return steps;
}

test('connections are recorded about every 15 seconds, and swept at each round', async () => {
  const done = await runFor(60);
  expect(done.filter((name) => name === 'sweep')).toHaveLength(30);
  expect(done.filter((name) => name === 'note')).toHaveLength(4);
  expect(done.slice(0, 3)).toEqual(['note', 'sweep', 'sweep']);
});

test('after an outage connections are recorded immediately, and no one is swept before other instances have recorded theirs', async () => {
  await runFor(20);
  isUp = false;
  await runFor(60);
  isUp = true;
  expect(await runFor(18)).toEqual(['note', 'note']);
  expect(await runFor(10)).toContain('sweep');
});

test.each([
  ['slept for an hour', 3_600_000],
  ['had its clock set back', -3_600_000],
])('a machine that %s records its connections before it sweeps', async (_, ms) => {
  await runFor(20);
  vi.setSystemTime(Date.now() + ms);
  expect((await runFor(18)).slice(0, 1)).toEqual(['note']);
  expect(steps).not.toContain('sweep');
  expect(await runFor(10)).toContain('sweep');
});

test('a slow round does not overlap with the next', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = createRounds({ note: () => promise, sweep: async () => void steps.push('sweep') });
  const first = slow();
  await slow();
  expect(steps).toEqual([]);
  resolve();
  await first;
  expect(steps).toEqual(['sweep']);
});
