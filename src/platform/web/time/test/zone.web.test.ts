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

test('what shows a time shows it by the zone that holds now', () => {
  expect(drawn()).toBe('<time data-zone="America/Chicago">8:02 AM</time>');
  setZone('America/New_York');
  expect(drawn()).toBe('<time data-zone="America/New_York">9:02 AM</time>');
});

test('whoever follows it is told of each change once, until they stop', () => {
  let told = 0;
  const stop = followZone(() => {
    told += 1;
  });
  setZone('America/Chicago');
  expect(told).toBe(0);
  setZone('America/Denver');
  setZone('America/Denver');
  expect(told).toBe(1);
  stop();
  setZone('America/Phoenix');
  expect(told).toBe(1);
});
