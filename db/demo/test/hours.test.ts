import { expect, test } from 'vitest';
import { findFault } from '../../../src/modules/time-clock/server/hours/sequence.ts';
import { countWeek } from '../../../src/modules/time-clock/server/hours/week.ts';
import { dateAt, weekStartOf } from '../../../src/platform/contract/wallTime.ts';
import { demoHours } from '../hours.ts';

const zone = 'America/Los_Angeles';
const noon = new Date('2026-11-20T20:30:00Z');
const rules = {
  timezone: zone,
  law: 'federal' as const,
  basis: 'non_exempt' as const,
  paidBreakMinutes: 20,
  breakAfterMinutes: 360,
};

const byPerson = ({ punches }: ReturnType<typeof demoHours>) =>
  Map.groupBy(
    punches.map(({ person, kind, at }) => ({ person, kind, at: at.getTime() })),
    ({ person }) => person,
  );

test('the punches are the same every time, and in the past', () => {
  expect(demoHours(noon, zone)).toEqual(demoHours(noon, zone));
  const { punches, requests } = demoHours(noon, zone);
  expect([...punches, ...requests].every(({ at }) => at <= noon)).toBe(true);
  const ids = [...punches, ...requests].map(({ clientId }) => clientId);
  expect(new Set(ids).size).toBe(ids.length);
});

test.each(['2026-11-20T20:30:00Z', '2026-03-09T02:00:00Z', '2026-11-01T15:00:00Z'])(
  'at %s every sequence of punches is valid',
  (asOf) => {
    const people = byPerson(demoHours(new Date(asOf), zone));
    expect(people.size).toBeGreaterThan(15);
    for (const [person, moments] of people)
      expect([person, findFault(moments)]).toEqual([person, null]);
  },
);

test('some are clocked in, one forgot to clock out, and one requests a valid correction', () => {
  const hours = demoHours(noon, zone);
  const people = byPerson(hours);
  const flags = [...people.values()].flatMap((moments) => {
    const start = weekStartOf(dateAt(zone, noon.getTime()), 0);
    return countWeek(moments, start, rules, noon.getTime()).days.flatMap((day) => day.flags);
  });
  const count = (flag: string) => flags.filter((one) => one === flag).length;
  expect(count('open')).toBeGreaterThan(5);
  expect(count('no_clock_out')).toBe(1);
  const [request] = hours.requests;
  if (!request) throw new Error('There is no correction request');
  const moments = people.get(request.person) ?? [];
  expect(findFault([...moments, { kind: request.kind, at: request.at.getTime() }])).toBeNull();
  // The demo accounts have not punched recently.
  expect(noon.getTime() - (moments.at(-1)?.at ?? 0)).toBeGreaterThan(8 * 86_400_000);
});
