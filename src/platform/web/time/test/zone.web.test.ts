import { createElement, memo } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { clockTime } from '../moments.ts';
import { followZone, ownZone, setZone, useTimezone } from '../zone.ts';

const moment = '2026-11-20T14:02:00Z';
const Time = memo(function Time() {
  const timezone = useTimezone();
  return createElement('time', { 'data-zone': timezone }, clockTime(moment));
});
const drawn = () => renderToStaticMarkup(createElement(Time));

beforeEach(() => setZone('America/Chicago'));
afterAll(() => setZone(ownZone()));

test('displayed times follow the current time zone', () => {
  expect(drawn()).toBe('<time data-zone="America/Chicago">8:02 AM</time>');
  setZone('America/New_York');
  expect(drawn()).toBe('<time data-zone="America/New_York">9:02 AM</time>');
});

test('watchers are notified of each change once, until they stop', () => {
  let calls = 0;
  const stop = followZone(() => {
    calls += 1;
  });
  setZone('America/Chicago');
  expect(calls).toBe(0);
  setZone('America/Denver');
  setZone('America/Denver');
  expect(calls).toBe(1);
  stop();
  setZone('America/Phoenix');
  expect(calls).toBe(1);
});
