import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { type ClockStatus, punchKinds, statusAfter } from '../contract.ts';
import { ClockFace, HoursSoFar } from '../web/clock/ClockFace.tsx';
import type { ShownClock } from '../web/clock/useClock.ts';

const now = '2026-11-22T18:05:09.000Z';
beforeEach(() => {
  vi.useFakeTimers({ now: Date.parse(now) });
});
afterEach(() => {
  vi.useRealTimers();
});

const clock = (given: Partial<ShownClock> = {}): ShownClock => ({
  ...{ status: 'clocked_out', since: null, shiftStartedAt: null, forgotten: false, waiting: 0 },
  ...{ todayMs: 0, weekMs: 0, timezone: 'America/Los_Angeles', serverTime: now, pending: false },
  may: { seeTeam: false, changeRules: false },
  ...given,
});
const face = (given: Partial<ShownClock> = {}) =>
  renderToStaticMarkup(createElement(ClockFace, { clock: clock(given) }));
const hours = (given: Partial<ShownClock>) =>
  [
    ...renderToStaticMarkup(createElement(HoursSoFar, { clock: clock(given) })).matchAll(
      /<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g,
    ),
  ].map(([, name, amount]) => `${name} ${amount}`);

describe('the clock', () => {
  test('shows the time of day and the date where the group is', () => {
    const shown = face();
    expect(shown).toContain('10:05:09 AM');
    expect(shown).toContain('Sunday, November 22, 2026 · Pacific Standard Time');
    expect(face({ timezone: 'America/New_York' })).toContain('1:05:09 PM');
  });

  test.each([
    ['clocked_in', 'Clocked In'],
    ['on_break', 'On Break'],
    ['clocked_out', 'Clocked Out'],
  ] as const)('calls %s “%s”', (status, name) => {
    expect(face({ status })).toContain(`>${name}<`);
  });

  test('stands at what the last punch says', () => {
    const after: Record<string, ClockStatus> = {
      clock_in: 'clocked_in',
      clock_out: 'clocked_out',
      break_start: 'on_break',
      break_end: 'clocked_in',
    };
    expect(Object.fromEntries(punchKinds.map((kind) => [kind, statusAfter[kind]]))).toEqual(after);
  });

  test('says since when, with the day where it was another one', () => {
    expect(face({ since: '2026-11-22T16:02:00Z' })).toContain('since 8:02 AM');
    expect(face({ since: '2026-11-21T16:02:00Z' })).toContain('since Sat, Nov 21, 8:02 AM');
  });
});

describe('the hours so far', () => {
  const hourMs = 3_600_000;
  const counted = { todayMs: 2 * hourMs, weekMs: 30 * hourMs };

  test('count on from what the server said, while one works', () => {
    expect(hours({ ...counted, status: 'clocked_in' })).toEqual(['Today 2:00', 'This week 30:00']);
    vi.advanceTimersByTime(0.5 * hourMs);
    expect(hours({ ...counted, status: 'clocked_in' })).toEqual(['Today 2:30', 'This week 30:30']);
  });

  test.each([
    ['on a break', { status: 'on_break' }],
    ['clocked out', { status: 'clocked_out' }],
    ['a shift was forgotten', { status: 'clocked_in', forgotten: true }],
    ['a punch has not reached the server', { status: 'clocked_in', pending: true }],
  ] as const)('stand still when %s', (_, given) => {
    vi.advanceTimersByTime(0.5 * hourMs);
    expect(hours({ ...counted, ...given })).toEqual(['Today 2:00', 'This week 30:00']);
  });
});
