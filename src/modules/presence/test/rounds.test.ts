import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createRounds } from '../server/watching/rounds.ts';

let told: string[];
let works: boolean;
let round: () => Promise<void>;

beforeEach(() => {
  vi.useFakeTimers();
  told = [];
  works = true;
  const act = (name: string) => async () => {
    if (!works) throw new Error('The database is away');
    told.push(name);
  };
  round = createRounds({ note: act('note'), sweep: act('sweep') });
});
afterEach(() => void vi.useRealTimers());

/** Rounds every two seconds for so long; answers what was done. */
async function live(seconds: number): Promise<string[]> {
  told = [];
  for (let at = 0; at < seconds; at += 2) {
    await round().catch(() => {});
    vi.advanceTimersByTime(2_000);
  }
  return told;
}

test('people are noted every 15 seconds or so, and swept at each round', async () => {
  const done = await live(60);
  expect(done.filter((name) => name === 'sweep')).toHaveLength(30);
  expect(done.filter((name) => name === 'note')).toHaveLength(4);
  expect(done.slice(0, 3)).toEqual(['note', 'sweep', 'sweep']);
});

test('after an outage people are noted at once, and nobody is taken for gone before the others could be', async () => {
  await live(20);
  works = false;
  await live(60);
  works = true;
  expect(await live(18)).toEqual(['note', 'note']);
  expect(await live(10)).toContain('sweep');
});

test.each([
  ['slept for an hour', 3_600_000],
  ['had its clock set back', -3_600_000],
])('a machine that %s notes its people before it takes anybody for gone', async (_, ms) => {
  await live(20);
  vi.setSystemTime(Date.now() + ms);
  expect((await live(18)).slice(0, 1)).toEqual(['note']);
  expect(told).not.toContain('sweep');
  expect(await live(10)).toContain('sweep');
});

test('a round that takes long is not joined by another', async () => {
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = createRounds({ note: () => promise, sweep: async () => void told.push('sweep') });
  const first = slow();
  await slow();
  expect(told).toEqual([]);
  resolve();
  await first;
  expect(told).toEqual(['sweep']);
});
