import { addDays, weekdayOf } from '../../../src/platform/contract/wallTime.ts';
import { stream } from '../random.ts';

/** How good each month of a year is for selling cars, January first. */
const seasons = [0.85, 0.85, 1.2, 1, 1.15, 1, 0.95, 1.15, 0.95, 0.9, 0.85, 1.2];
const leastAMonth = 3;
/** Of the current month as many as its days allow, so that its pace fits the day. */
const leastOf = ({ days, length }: Month) => Math.max(1, Math.round((leastAMonth * days) / length));

interface Month {
  first: string;
  /** The days of it that have begun, and all of them. */
  days: number;
  length: number;
  weight: number;
}

/** This month, as far as it is, and the eleven before it, the oldest first. */
function monthsUntil(today: string): Month[] {
  const year = Number(today.slice(0, 4));
  const month = Number(today.slice(5, 7)) - 1;
  return Array.from({ length: 12 }, (_, at) => {
    const begins = new Date(Date.UTC(year, month - 11 + at, 1));
    const length = new Date(Date.UTC(year, month - 10 + at, 0)).getUTCDate();
    const days = at === 11 ? Number(today.slice(8)) : length;
    return {
      first: begins.toISOString().slice(0, 10),
      days,
      length,
      weight: ((seasons[begins.getUTCMonth()] ?? 1) * days) / length,
    };
  });
}

/** The days on which a store handed over `count` cars in twelve months, the oldest first; the last is today. */
export function deliveryDays(store: string, count: number, today: string): string[] {
  const random = stream('delivery-days', store);
  // A good month of one store is not one of all.
  const months = monthsUntil(today).map((month) => ({
    ...month,
    weight: month.weight * (0.7 + random.int(0, 60) / 100),
  }));
  const total = months.reduce((sum, { weight }) => sum + weight, 0);
  const spare = count - months.reduce((sum, month) => sum + leastOf(month), 0);
  let before = 0;
  let sum = 0;
  const days = months.flatMap((month) => {
    const { first, days: length, weight } = month;
    sum += weight;
    const until = Math.round((spare * sum) / total);
    const here = leastOf(month) + until - before;
    before = until;
    return Array.from({ length: here }, () => open(first, random.int(0, length - 1), length));
  });
  days.sort();
  days[days.length - 1] = today;
  const last = days.findLastIndex((day) => day < today);
  const yesterday = addDays(today, -1);
  // Early in a month one delivery is enough.
  if (days[last]?.slice(0, 7) === yesterday.slice(0, 7)) days[last] = yesterday;
  return days.sort();
}

/** Nobody takes a car home on a Sunday, if another day of the month will do. */
function open(first: string, offset: number, length: number): string {
  const day = addDays(first, offset);
  if (weekdayOf(day) !== 0) return day;
  return offset > 0 ? addDays(day, -1) : addDays(day, Math.min(1, length - 1));
}
