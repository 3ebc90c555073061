import { isHoliday } from './holidays.ts';

export const minuteMs = 60_000;
export const dayMs = 86_400_000;

/** When somebody is at work: days of the week (0 is Sunday), minutes of the day. */
export interface Hours {
  days: readonly number[];
  opens: number;
  closes: number;
  /** Closed days of the trade count only for people. */
  holidays: 'closed' | 'open';
}

const weekdays = [1, 2, 3, 4, 5, 6];
const everyDay = [0, ...weekdays];
const open = (
  from: number,
  until: number,
  days = weekdays,
  holidays: Hours['holidays'] = 'closed',
): Hours => ({ days, opens: from * 60, closes: until * 60, holidays });

export const storeHours = open(8, 20);
export const salesHours = open(8.5, 20);
export const serviceHours = open(8, 18);
export const officeHours = open(8, 19);
export const weekdayHours = open(8, 17.5, [1, 2, 3, 4, 5]);
export const onCallHours = open(9, 17, [0]);
export const machineHours = open(0, 24, everyDay, 'open');
/** When customers and partners send something in. */
export const wakingHours = open(7, 22.5, everyDay, 'open');

const chicago = new Intl.DateTimeFormat('en-US', {
  timeZone: 'America/Chicago',
  hourCycle: 'h23',
  year: 'numeric',
  month: 'numeric',
  day: 'numeric',
  hour: 'numeric',
  minute: 'numeric',
});

function chicagoOffset(at: number): number {
  const parts = chicago.formatToParts(at);
  const part = (type: string) => Number(parts.find((found) => found.type === type)?.value);
  const wall = Date.UTC(part('year'), part('month') - 1, part('day'), part('hour'), part('minute'));
  return wall - Math.floor(at / minuteMs) * minuteMs;
}

export interface WallTime {
  /** Days since 1970-01-01, by the wall calendar of the stores. */
  day: number;
  minute: number;
}

export function wallTime(at: Date): WallTime {
  const wall = at.getTime() + chicagoOffset(at.getTime());
  const day = Math.floor(wall / dayMs);
  return { day, minute: (wall - day * dayMs) / minuteMs };
}

export function instant({ day, minute }: WallTime): Date {
  const wall = day * dayMs + minute * minuteMs;
  // Twice: the first guess may fall on the other side of a clock change.
  return new Date(wall - chicagoOffset(wall - chicagoOffset(wall)));
}

export const weekday = (day: number): number => (day + 4) % 7;

export function isOpenOn(hours: Hours, day: number): boolean {
  return hours.days.includes(weekday(day)) && (hours.holidays === 'open' || !isHoliday(day));
}

export function nextOpenDay(hours: Hours, day: number, step: 1 | -1 = 1): number {
  let found = day + step;
  while (!isOpenOn(hours, found)) found += step;
  return found;
}

/** Opening time counted back from an instant, or from the last close before it. */
export function before(hours: Hours, from: Date, minutes: number): Date {
  let { day, minute } = wallTime(from);
  let left = minutes;
  for (;;) {
    const end = Math.min(minute, hours.closes);
    const worked = isOpenOn(hours, day) ? end - hours.opens : 0;
    if (worked > left) return instant({ day, minute: end - left });
    left -= Math.max(0, worked);
    day -= 1;
    minute = 1440;
  }
}

/** Opening time counted on from an instant, or from the next opening after it. */
export function after(hours: Hours, from: Date, minutes: number): Date {
  let { day, minute } = wallTime(from);
  let left = minutes;
  for (;;) {
    const start = Math.max(minute, hours.opens);
    const ahead = isOpenOn(hours, day) ? hours.closes - start : 0;
    if (ahead > left) return instant({ day, minute: start + left });
    left -= Math.max(0, ahead);
    day += 1;
    minute = 0;
  }
}

/** Opening time between two instants, in minutes. */
export function minutesBetween(hours: Hours, from: Date, until: Date): number {
  const first = wallTime(from);
  const last = wallTime(until);
  let sum = 0;
  for (let day = first.day; day <= last.day; day++) {
    if (!isOpenOn(hours, day)) continue;
    const start = day === first.day ? Math.max(first.minute, hours.opens) : hours.opens;
    const end = day === last.day ? Math.min(last.minute, hours.closes) : hours.closes;
    sum += Math.max(0, end - start);
  }
  return sum;
}
