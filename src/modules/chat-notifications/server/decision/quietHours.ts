import { formatOf } from '../../../../platform/contract/wallTime.ts';
import type { QuietSchedule } from '../../contract.ts';

const dayMinutes = 24 * 60;
const minuteMs = 60_000;

/** When the current quiet hours end; null if it is not in quiet hours. */
export function quietUntil(schedule: QuietSchedule, now: Date): Date | null {
  if (!schedule.enabled) return null;
  const start = minutesOf(schedule.start);
  const end = minutesOf(schedule.end);
  const at = minuteOfDay(schedule.timezone, now);
  // An end not after the start is on the next day.
  const isQuiet = start < end ? start <= at && at < end : at >= start || at < end;
  return isQuiet ? nextTime(schedule.timezone, end, at, now) : null;
}

function nextTime(timezone: string, end: number, at: number, now: Date): Date {
  const currentMinute = Math.floor(now.getTime() / minuteMs) * minuteMs;
  const ahead = (end - at + dayMinutes) % dayMinutes || dayMinutes;
  const guess = new Date(currentMinute + ahead * minuteMs);
  // Daylight saving time may start or end in between.
  const off =
    ((end - minuteOfDay(timezone, guess) + dayMinutes * 1.5) % dayMinutes) - dayMinutes / 2;
  return off === 0 ? guess : new Date(guess.getTime() + off * minuteMs);
}

const minutesOf = (time: string) => Number(time.slice(0, 2)) * 60 + Number(time.slice(3));

const hourAndMinute = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;
const cacheSize = 1_000;
const minuteCache = new Map<string, number>();

/** Cached: many calls are about the same minutes in a few time zones. */
function minuteOfDay(timezone: string, at: Date): number {
  const key = `${Math.floor(at.getTime() / minuteMs)} ${timezone}`;
  const known = minuteCache.get(key);
  if (known !== undefined) return known;
  const found = minutesOf(formatOf(hourAndMinute, timezone).format(at));
  if (minuteCache.size >= cacheSize) minuteCache.clear();
  minuteCache.set(key, found);
  return found;
}
