import { expect, test } from 'vitest';
import { createStore, createWatchers } from '../createStore.ts';

test('a store calls its watchers after every change, until they stop', () => {
  const store = createStore(1);
  const seen: number[] = [];
  const stop = store.watch(() => seen.push(store.get()));
  store.set(2);
  store.set(2);
  stop();
  store.set(3);
  expect(seen).toEqual([2, 2]);
  expect(store.get()).toBe(3);
});

test('a watcher may stop itself and others while it is called', () => {
  const store = createStore(0);
  let calls = 0;
  const stopFirst = store.watch(() => {
    calls += 1;
    stopFirst();
    stopSecond();
  });
  const stopSecond = store.watch(() => {
    calls += 1;
  });
  store.set(1);
  store.set(2);
  expect(calls).toBe(2);
});

test('the work behind watchers runs only while there is one', () => {
  const log: string[] = [];
  const { watch } = createWatchers(() => {
    log.push('start');
    return () => log.push('stop');
  });
  const stopFirst = watch(() => {});
  const stopSecond = watch(() => {});
  stopFirst();
  stopSecond();
  stopSecond();
  watch(() => {});
  expect(log).toEqual(['start', 'stop', 'start']);
});
