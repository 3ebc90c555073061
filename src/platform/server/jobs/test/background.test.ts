import { expect, test } from 'vitest';
import { createLog } from '../../log/log.ts';
import { createBackground } from '../background.ts';

const log = createLog('silent');
const turn = () => new Promise((resolve) => setTimeout(resolve, 20));

test('stopping waits for what runs, and starts nothing more', async () => {
  const background = createBackground(log);
  const { promise, resolve: finish } = Promise.withResolvers<void>();
  const done: string[] = [];
  void background.run(async () => {
    await promise;
    done.push('long');
  });
  background.repeat(1, async () => {
    await promise;
    done.push('round');
  });
  await turn();
  const stopped = background.stop().then(() => done.push('stopped'));
  expect(background.stopping.aborted).toBe(true);
  await background.run(async () => done.push('late'));
  await turn();
  expect(done).toEqual([]);
  finish();
  await stopped;
  expect(done).toEqual(['long', 'round', 'stopped']);
  await turn();
  expect(done).toHaveLength(3);
});

test('a repetition waits for the one before, and goes on after a failure', async () => {
  const background = createBackground(log);
  let running = 0;
  const atOnce: number[] = [];
  background.repeat(1, async () => {
    running += 1;
    atOnce.push(running);
    await turn();
    running -= 1;
    throw new Error('The database is away');
  });
  await expect.poll(() => atOnce.length).toBeGreaterThan(2);
  await background.stop();
  expect(new Set(atOnce)).toEqual(new Set([1]));
});
