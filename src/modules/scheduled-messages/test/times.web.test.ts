import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { instantOf } from '../../../platform/contract/wallTime.ts';
import { fromInputs, toInputs } from '../../../platform/web/time/inputs.ts';
import { ownZone, setZone } from '../../../platform/web/time/zone.ts';
import { suggestedTimes } from '../web/times.ts';

/** The group's time zone counts, not the machine's. */
const timezone = 'America/Chicago';
const dateAt = (wallTime: string) => new Date(instantOf(timezone, wallTime));
beforeAll(() => setZone(timezone));
afterAll(() => setZone(ownZone()));

describe('suggested times', () => {
  const labels = (now: Date) =>
    suggestedTimes(now).map(({ label, at }) => [label, toInputs(at).date, toInputs(at).time]);

  test('are tomorrow and next Monday at eight', () => {
    expect(labels(dateAt('2026-11-20T14:00'))).toEqual([
      ['Tomorrow', '2026-11-21', '08:00'],
      ['Next Monday', '2026-11-23', '08:00'],
    ]);
    expect(labels(dateAt('2026-11-23T14:00'))[1]?.[1]).toBe('2026-11-30');
  });

  test('are one on a Sunday, when tomorrow is Monday', () => {
    expect(labels(dateAt('2026-11-22T23:30'))).toEqual([['Tomorrow', '2026-11-23', '08:00']]);
  });

  test('are unchanged by the inputs', () => {
    const at = dateAt('2026-11-21T08:30');
    const { date, time } = toInputs(at);
    expect(fromInputs(date, time)).toEqual(at);
    expect(fromInputs('', time)).toBeNull();
  });
});
