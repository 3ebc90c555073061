import { createHash } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSessionCache } from '../server/sessions/cache.ts';

let nowMs = 0;
beforeEach(() => void vi.spyOn(performance, 'now').mockImplementation(() => nowMs));
afterEach(() => void vi.restoreAllMocks());

const hashOf = (token: string) => createHash('sha256').update(token).digest();
const [own, other] = [hashOf('own'), hashOf('other')];
const users = new Map([
  [own.toString('hex'), 7],
  [other.toString('hex'), 8],
]);

/** A cache over a database whose answers are numbered, and wait while `hold` is set. */
function open({ validMs = 60_000 } = {}) {
  let count = 0;
  let report: (userId: number | null) => void = () => {};
  const state = { isListening: true, hold: Promise.resolve() };
  async function lookUp(hash: Buffer) {
    count += 1;
    const n = count;
    await state.hold;
    return { hash, userId: users.get(hash.toString('hex')) ?? count, validMs, n };
  }
  const cache = createSessionCache(lookUp, {
    isListening: () => state.isListening,
    subscribe: (handler) => {
      report = handler;
    },
  });
  const numberOf = async (hash = own) => (await cache.find(hash))?.n;
  const readAll = () => cache.read(() => Promise.all([own, other].map(lookUp)));
  return { state, numberOf, readAll, report: (userId: number | null) => report(userId) };
}

test('a session is looked up once in five seconds', async () => {
  const { numberOf } = open();
  expect([await numberOf(), await numberOf()]).toEqual([1, 1]);
  nowMs += 4_999;
  expect(await numberOf()).toBe(1);
  nowMs += 1;
  expect(await numberOf()).toBe(2);
});

test('the time counts from the start of the look-up', async () => {
  const { state, numberOf } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const first = numberOf();
  nowMs += 4_000;
  resolve();
  expect(await first).toBe(1);
  nowMs += 1_000;
  expect(await numberOf()).toBe(2);
});

test('a result that changes by itself is only kept until then', async () => {
  const { numberOf } = open({ validMs: 800 });
  expect(await numberOf()).toBe(1);
  nowMs += 799;
  expect(await numberOf()).toBe(1);
  nowMs += 1;
  expect(await numberOf()).toBe(2);
  const due = open({ validMs: -1 });
  expect([await due.numberOf(), await due.numberOf()]).toEqual([1, 2]);
});

test('a change ends what is known of that user, and nothing else', async () => {
  const { numberOf, report } = open();
  expect([await numberOf(own), await numberOf(other)]).toEqual([1, 2]);
  report(7);
  expect([await numberOf(own), await numberOf(other)]).toEqual([3, 2]);
});

test('a result older than a change is not kept, even if it arrives after it', async () => {
  const { state, numberOf, report } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const started = numberOf();
  report(7);
  resolve();
  expect(await started).toBe(1);
  expect(await numberOf()).toBe(2);
});

test('sessions that were read for another reason need no look-up for five seconds', async () => {
  const { numberOf, readAll } = open();
  expect(await numberOf(own)).toBe(1);
  nowMs += 4_000;
  expect((await readAll()).map(({ n }) => n)).toEqual([2, 3]);
  nowMs += 4_999;
  expect([await numberOf(own), await numberOf(other)]).toEqual([2, 3]);
  nowMs += 1;
  expect([await numberOf(own), await numberOf(other)]).toEqual([4, 5]);
});

test('of sessions that were read, none is kept that may be older than a change', async () => {
  const { state, numberOf, readAll, report } = open();
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const reading = readAll();
  report(7);
  resolve();
  await reading;
  expect([await numberOf(own), await numberOf(other)]).toEqual([3, 4]);
});

test('nothing is kept whose look-up began while changes were unknown', async () => {
  const { state, numberOf } = open();
  state.isListening = false;
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const started = numberOf();
  state.isListening = true;
  resolve();
  expect(await started).toBe(1);
  expect(await numberOf()).toBe(2);
});

test('while changes are unknown everything is looked up, and what was known before is forgotten', async () => {
  const { state, numberOf, report } = open();
  expect(await numberOf()).toBe(1);
  state.isListening = false;
  report(null);
  expect([await numberOf(), await numberOf()]).toEqual([2, 3]);
  const { promise, resolve } = Promise.withResolvers<void>();
  state.hold = promise;
  const started = numberOf();
  state.isListening = true;
  report(null);
  resolve();
  expect(await started).toBe(4);
  expect([await numberOf(), await numberOf()]).toEqual([5, 5]);
});

test('sessions beyond the limit replace the oldest', async () => {
  const { numberOf } = open();
  await numberOf(own);
  for (let n = 0; n < 9_999; n += 1) await numberOf(hashOf(String(n)));
  expect(await numberOf(own)).toBe(1);
  await numberOf(hashOf('one more'));
  expect(await numberOf(own)).toBe(10_002);
});
