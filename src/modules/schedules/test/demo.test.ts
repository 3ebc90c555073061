import { afterAll, beforeAll, expect, test } from 'vitest';
import { demoHours, demoWorkday } from '../../../../db/demo/hours.ts';
import { demoPeople } from '../../../../db/demo/people.ts';
import { startForecourt, type TestForecourt } from '../../../../test/support/forecourt.ts';
import { stores } from '../../../platform/contract/access.ts';
import { addDays, wallTimeAt } from '../../../platform/contract/wallTime.ts';
import { listOffers } from '../contract/offers.ts';
import { getMySchedule, getWeek } from '../contract/week.ts';

let forecourt: TestForecourt;
beforeAll(async () => {
  forecourt = await startForecourt();
});
afterAll(() => forecourt.stop());

test('the demo group has published weeks at all stores, with gaps, and drafts after them', async () => {
  const client = await forecourt.signIn('executive');
  for (const store of stores) {
    const weekFrom = async (week: { week?: string }) =>
      (await client.call(getWeek, { query: { store, department: 'sales', ...week } })).body;
    const body = await weekFrom({});
    expect(body.drafts).toBe(0);
    expect(body.shifts.length).toBeGreaterThan(8);
    const slots = body.coverage.flatMap((day) => day.slots);
    expect(slots.some(({ planned, needed }) => planned < needed)).toBe(true);
    expect(slots.some(({ planned, needed }) => planned >= needed)).toBe(true);
    // A week sooner if this one began after the demo group was seeded.
    const weeks = await Promise.all(
      [14, 7].map((days) => weekFrom({ week: addDays(body.week.start, days) })),
    );
    const later = weeks.find(({ shifts }) => shifts.length > 0);
    expect(later?.drafts).toBe(later?.shifts.length);
    expect(later?.drafts).toBeGreaterThan(8);
  }
});

test('the demo group has an offered shift and a swap that waits for approval', async () => {
  const executive = await forecourt.signIn('executive');
  const { body } = await executive.call(listOffers);
  expect(body.map(({ state }) => state).toSorted()).toEqual(['open', 'taken']);
  const employee = await forecourt.signIn('employee');
  const mine = await employee.call(getMySchedule);
  expect(mine.body.offers.filter(({ may }) => may.take)).toHaveLength(1);
});

test('the demo group clocks in about when its shifts are planned', () => {
  const zone = 'America/Chicago';
  const people = new Map(demoPeople().map((one) => [one.key, one]));
  const { punches } = demoHours(new Date('2026-11-26T20:00:00Z'), zone);
  const starts = punches.flatMap(({ kind, at, person }) => {
    const worker = people.get(person);
    return kind === 'clock_in' && worker ? [{ at: wallTimeAt(zone, at.getTime()), worker }] : [];
  });
  expect(starts.length).toBeGreaterThan(100);
  for (const { at, worker } of starts) {
    const planned = demoWorkday(worker, at.slice(0, 10));
    const minutes = Number(at.slice(11, 13)) * 60 + Number(at.slice(14, 16));
    expect(Math.abs(minutes - (planned?.from ?? 0))).toBeLessThanOrEqual(10);
  }
});
