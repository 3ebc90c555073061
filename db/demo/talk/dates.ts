import { type Hours, isOpenOn, nextOpenDay, wallTime, weekday } from './clock.ts';
import { nextHoliday } from './holidays.ts';

const dayMs = 86_400_000;
const dayNames = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayName = (day: number) => dayNames[weekday(day)] ?? '';
const monthName = (day: number) =>
  new Date(day * dayMs).toLocaleDateString('en-US', { month: 'long', timeZone: 'UTC' });

/** What people say of a day, at the wall time they say it; null for a word that is no date. */
export function calendarSlot(
  word: string,
  argument: string,
  hours: Hours,
  at: Date,
): string | null {
  const { day, minute } = wallTime(at);
  switch (word) {
    case 'tomorrow':
      return relative(nextOpenDay(hours, day), day);
    case 'yesterday':
      return relative(nextOpenDay(hours, day, -1), day);
    case 'day':
      return dayName(openDayAhead(hours, day, Number(argument)));
    case 'at':
      return hourAhead(hours, day, minute + Number(argument));
    case 'daypart':
      return minute < 720 ? 'morning' : 'afternoon';
    case 'month':
      return monthName(day);
    case 'lastmonth':
      return monthName(firstOfMonth(day) - 1);
    case 'left':
      return sellingDaysLeft(hours, day);
    case 'holiday':
      return nextHoliday(day).name;
    case 'holidayDate':
      return `${dayName(nextHoliday(day).day)}, ${monthDate(nextHoliday(day).day)}`;
    default:
      return null;
  }
}

function relative(other: number, day: number): string {
  if (other === day + 1) return 'tomorrow';
  return other === day - 1 ? 'yesterday' : dayName(other);
}

function openDayAhead(hours: Hours, day: number, steps: number): number {
  let found = day;
  for (let step = 0; step < steps; step++) found = nextOpenDay(hours, found);
  return found;
}

/** A promised hour, on the half: past six it becomes a morning of the next open day. */
function hourAhead(hours: Hours, day: number, wanted: number): string {
  const half = Math.ceil(wanted / 30) * 30;
  if (half <= 18 * 60) return clockFace(half);
  const morning = 9 * 60 + (half % 120);
  return `${clockFace(morning)} ${relative(nextOpenDay(hours, day), day)}`;
}

const clockFace = (minute: number) =>
  `${((Math.floor(minute / 60) + 11) % 12) + 1}:${String(minute % 60).padStart(2, '0')}`;

const monthDate = (day: number) =>
  `${monthName(day).slice(0, 3)} ${new Date(day * dayMs).getUTCDate()}`;

const firstOfMonth = (day: number) => day - new Date(day * dayMs).getUTCDate() + 1;

function sellingDaysLeft(hours: Hours, day: number): string {
  const month = monthName(day);
  let left = 0;
  for (let on = day + 1; monthName(on) === month; on++) left += isOpenOn(hours, on) ? 1 : 0;
  if (left === 0) return 'only today left';
  return left === 1 ? 'one selling day left' : `${left} selling days left`;
}
