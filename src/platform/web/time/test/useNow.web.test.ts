import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { setDrawn } from '../../state/drawn.ts';
import { clockEvery, useNow } from '../useNow.ts';

const start = new Date('2026-03-02T09:00:00Z').getTime();

const Shown = () => createElement('time', null, useNow().toISOString());

beforeEach(() => {
  vi.useFakeTimers({ now: start });
});
afterEach(() => {
  vi.useRealTimers();
});

test('all who show the time share one timer, which runs as long as there is one', () => {
  const clock = clockEvery(60_000);
  expect(clockEvery(60_000)).toBe(clock);
  expect(clockEvery(1_000)).not.toBe(clock);
  const [first, second] = [vi.fn(), vi.fn()];
  const [endFirst, endSecond] = [clock.watch(first), clock.watch(second)];
  expect(vi.getTimerCount()).toBe(1);
  vi.advanceTimersByTime(59_999);
  expect(clock.read()).toBe(start);
  expect(first).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(clock.read()).toBe(start + 60_000);
  expect([first, second].map((one) => one.mock.calls.length)).toEqual([1, 1]);
  endFirst();
  vi.advanceTimersByTime(60_000);
  expect([first, second].map((one) => one.mock.calls.length)).toEqual([1, 2]);
  endSecond();
  expect(vi.getTimerCount()).toBe(0);
});

test('a time that was not shown for a while is current at once, and stays the same within the interval', () => {
  const clock = clockEvery(5_000);
  expect(clock.read()).toBe(start);
  vi.advanceTimersByTime(4_999);
  expect(clock.read()).toBe(start);
  vi.advanceTimersByTime(60_000);
  expect(clock.read()).toBe(start + 64_999);
});

test('the server draws the time at which it draws', () => {
  const at = start - 60_000;
  setDrawn({ at, isApple: false, hasContent: true, choices: {}, conversation: null });
  expect(renderToString(createElement(Shown))).toContain(new Date(at).toISOString());
});
