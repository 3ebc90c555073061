import { describe, expect, test } from 'vitest';
import { bucketOf } from '../../../src/modules/vehicles/contract/aging.ts';
import {
  isPlace,
  nextStatuses,
  type Place,
  type Status,
} from '../../../src/modules/vehicles/contract/status.ts';
import { checkVin, makeOf, modelYearOf } from '../../../src/modules/vin/contract.ts';
import { demoCars } from '../stock/cars.ts';
import { eventsOf, outingsOf, stepsOf } from '../stock/history.ts';

const today = '2026-11-20';
const asOf = new Date('2026-11-20T20:00:00Z');
const cars = demoCars(today);

const count = <T>(list: readonly T[], keyOf: (one: T) => string) =>
  Object.fromEntries([...Map.groupBy(list, keyOf)].map(([key, group]) => [key, group.length]));

describe('the stock of the demo group', () => {
  test('is the same every time, with fifty vehicles per store', () => {
    expect(demoCars(today)).toEqual(cars);
    expect(count(cars, ({ store }) => store)).toEqual({ ford: 50, hyundai: 50, chevrolet: 50 });
  });

  test('has valid and unique VINs that match year and make', () => {
    expect(new Set(cars.map(({ vin }) => vin)).size).toBe(150);
    for (const { vin, year, make } of cars) {
      expect([vin, checkVin(vin).valid, modelYearOf(vin)]).toEqual([vin, true, year]);
      expect([make, null]).toContain(makeOf(vin));
    }
    const numbers = cars.map(({ store, stockNumber }) => `${store} ${stockNumber}`);
    expect(new Set(numbers).size).toBe(150);
  });

  test('has vehicles of every age in every store, most of them recent', () => {
    for (const store of ['ford', 'hyundai', 'chevrolet']) {
      const own = cars.filter((car) => car.store === store);
      const buckets = count(own, ({ daysInStock }) => bucketOf(daysInStock));
      expect(Object.keys(buckets)).toHaveLength(5);
      expect(buckets['0-30']).toBeGreaterThan(15);
    }
    expect(count(cars, ({ status }) => status)).toMatchObject({
      in_transit: 6,
      recon: 15,
      hold: 3,
    });
  });

  test('has a valid history in the past', () => {
    for (const car of cars) {
      const events = eventsOf(car, asOf);
      expect(events.every(({ at }) => at <= asOf)).toBe(true);
      let status: Status = 'in_transit';
      let place: Place = 'in_transit';
      let price: number | null = null;
      for (const { data } of events) {
        if (data.kind === 'added') status = place = data.status as Place;
        if (data.kind === 'price') [price] = [data.to];
        if (data.kind !== 'status') continue;
        const from = { place, status } as const;
        // A deposit is taken, not set.
        const isAllowed = data.to === 'deposit' || nextStatuses(from).includes(data.to);
        expect([data.from, isAllowed]).toEqual([status, true]);
        status = data.to;
        if (isPlace(status)) place = status;
      }
      expect([car.vin, status, price]).toEqual([car.vin, car.status, car.listCents]);
    }
  });

  test('has each vehicle in one stage, and checked out to one person, at a time', () => {
    for (const [at, car] of cars.entries()) {
      const steps = stepsOf(car, at, asOf);
      expect(steps.filter(({ leftAt }) => leftAt === null)).toHaveLength(1);
      expect(steps.every(({ enteredAt, leftAt }) => enteredAt <= (leftAt ?? asOf))).toBe(true);
      const outings = outingsOf(car, at % 4, asOf);
      for (const [index, one] of outings.entries()) {
        const next = outings[index + 1];
        expect((one.inAt ?? asOf) <= (next?.outAt ?? asOf)).toBe(true);
        expect(one.dueAt > one.outAt).toBe(true);
        // In Kansas from eight or nine until four or five.
        const hours = [one.outAt, one.dueAt, one.inAt ?? one.dueAt].map((at) => at.getUTCHours());
        expect(hours.filter((hour) => hour < 14 || hour > 22)).toEqual([]);
      }
    }
  });
});
