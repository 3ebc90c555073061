import { describe, expect, test } from 'vitest';
import { hasKeyword } from '../server/decision/keywords.ts';
import { quietUntil } from '../server/decision/quietHours.ts';

describe('quiet hours', () => {
  const at = (time: string, schedule: { start: string; end: string; timezone?: string }) =>
    quietUntil(
      { enabled: true, timezone: 'America/Los_Angeles', ...schedule },
      new Date(time),
    )?.toISOString() ?? null;
  const night = { start: '21:00', end: '07:00' };

  test('apply from their start to their end', () => {
    const day = { start: '09:00', end: '17:00' };
    expect(at('2026-11-20T16:59:59Z', day)).toBeNull();
    expect(at('2026-11-20T17:00:00Z', day)).toBe('2026-11-21T01:00:00.000Z');
    expect(at('2026-11-21T00:59:59Z', day)).toBe('2026-11-21T01:00:00.000Z');
    expect(at('2026-11-21T01:00:00Z', day)).toBeNull();
  });

  test('span midnight', () => {
    expect(at('2026-11-20T04:59:00Z', night)).toBeNull();
    expect(at('2026-11-20T05:00:00Z', night)).toBe('2026-11-20T15:00:00.000Z');
    expect(at('2026-11-20T14:59:00Z', night)).toBe('2026-11-20T15:00:00.000Z');
    expect(at('2026-11-20T15:00:00Z', night)).toBeNull();
    const fromMidnight = { start: '00:00', end: '06:00' };
    expect(at('2026-11-20T07:59:59Z', fromMidnight)).toBeNull();
    expect(at('2026-11-20T08:00:00Z', fromMidnight)).toBe('2026-11-20T14:00:00.000Z');
  });

  test('follow the clock of their time zone when summer time begins and ends', () => {
    expect(at('2026-03-08T06:00:00Z', night)).toBe('2026-03-08T14:00:00.000Z');
    expect(at('2026-11-01T05:00:00Z', night)).toBe('2026-11-01T15:00:00.000Z');
    expect(at('2026-11-01T05:00:00Z', { ...night, timezone: 'America/Phoenix' })).toBe(
      '2026-11-01T14:00:00.000Z',
    );
  });

  test('with equal start and end apply all day', () => {
    expect(at('2026-11-20T18:00:00Z', { start: '08:00', end: '08:00' })).toBe(
      '2026-11-21T16:00:00.000Z',
    );
  });
});

describe('keywords', () => {
  test('match whole words, ignoring case', () => {
    expect(hasKeyword(['recall'], 'A RECALL came in.')).toBe(true);
    expect(hasKeyword(['recall'], 'I recalled it')).toBe(false);
    expect(hasKeyword(['F-150', 'zero (0)'], 'the f-150, please')).toBe(true);
    expect(hasKeyword(['F-150'], 'F-1500')).toBe(false);
    expect(hasKeyword(['zero (0)'], 'down to zero (0)!')).toBe(true);
    expect(hasKeyword(['Überführung'], 'eine überführung nach Bend')).toBe(true);
    expect(hasKeyword([], 'anything')).toBe(false);
  });
});
