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

const clock = (overrides: Partial<ShownClock> = {}): ShownClock => ({
  status: 'clocked_out',
  since: null,
  shiftStartedAt: null,
  forgotten: false,
  stores: ['ford'],
  store: 'ford',
  waiting: 0,
  refusals: [],
  todayMs: 0,
  weekMs: 0,
  timezone: 'America/Los_Angeles',
  serverTime: now,
  pending: false,
  may: { seeTeam: false, changeRules: false },
  ...overrides,
});
const renderFace = (overrides: Partial<ShownClock> = {}) =>
  renderToStaticMarkup(createElement(ClockFace, { clock: clock(overrides) }));
const hours = (overrides: Partial<ShownClock>) =>
  [
    ...renderToStaticMarkup(createElement(HoursSoFar, { clock: clock(overrides) })).matchAll(
      /<dt[^>]*>([^<]*)<\/dt><dd[^>]*>([^<]*)<\/dd>/g,
    ),
  ].map(([, name, amount]) => `${name} ${amount}`);

describe('the clock', () => {
  test('shows the time and date in the group time zone', () => {
    const shown = renderFace();
    expect(shown).toContain('10:05:09 AM');
    expect(shown).toContain('Sunday, November 22, 2026 · Pacific Standard Time');
    expect(renderFace({ timezone: 'America/New_York' })).toContain('1:05:09 PM');
  });

  test.each([
    ['clocked_in', 'Clocked In'],
    ['on_break', 'On Break'],
    ['clocked_out', 'Clocked Out'],
  ] as const)('shows %s as “%s”', (status, name) => {
    expect(renderFace({ status })).toContain(`>${name}<`);
  });

  test('names the store of a running shift to people of several stores', () => {
    const since = '2026-11-22T17:00:00.000Z';
    const running = { status: 'clocked_in', since, store: 'hyundai' } as const;
    const stores = ['ford' as const, 'hyundai' as const];
    expect(renderFace({ ...running, stores })).toContain('since 9:00 AM at Hyundai');
    expect(renderFace({ ...running, stores: ['hyundai'] })).not.toContain('Hyundai');
    expect(renderFace({ ...running, stores, status: 'clocked_out' })).not.toContain('Hyundai');
  });

  test('has the status of the last punch', () => {
    const after: Record<string, ClockStatus> = {
      clock_in: 'clocked_in',
      clock_out: 'clocked_out',
      break_start: 'on_break',
      break_end: 'clocked_in',
    };
    expect(Object.fromEntries(punchKinds.map((kind) => [kind, statusAfter[kind]]))).toEqual(after);
  });

  test('shows since when, with the day if it is not today', () => {
    expect(renderFace({ since: '2026-11-22T16:02:00Z' })).toContain('since 8:02 AM');
    expect(renderFace({ since: '2026-11-21T16:02:00Z' })).toContain('since Sat, Nov 21, 8:02 AM');
  });
});

describe('the hours so far', () => {
  const hourMs = 3_600_000;
  const counted = { todayMs: 2 * hourMs, weekMs: 30 * hourMs };

  test('keep counting from the server value while working', () => {
    expect(hours({ ...counted, status: 'clocked_in' })).toEqual(['Today 2:00', 'This week 30:00']);
    vi.advanceTimersByTime(0.5 * hourMs);
    expect(hours({ ...counted, status: 'clocked_in' })).toEqual(['Today 2:30', 'This week 30:30']);
  });

  test.each([
    ['on a break', { status: 'on_break' }],
    ['clocked out', { status: 'clocked_out' }],
    ['a clock-out was forgotten', { status: 'clocked_in', forgotten: true }],
    ['a punch has not reached the server', { status: 'clocked_in', pending: true }],
  ] as const)('do not change when %s', (_, overrides) => {
    vi.advanceTimersByTime(0.5 * hourMs);
    expect(hours({ ...counted, ...overrides })).toEqual(['Today 2:00', 'This week 30:00']);
  });
});
