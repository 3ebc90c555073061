import type { Random } from '../random.ts';
import {
  after,
  before,
  dayMs,
  type Hours,
  instant,
  machineHours,
  minuteMs,
  minutesBetween,
  nextOpenDay,
  onCallHours,
  wakingHours,
  wallTime,
  weekdayHours,
} from './clock.ts';
import type { Thread, Turn } from './script.ts';

export interface Window {
  hours: Hours;
  from: Date;
  /** The hand-written end begins here; nothing of the month may reach it. */
  until: Date;
}

const officeJobs = ['hr', 'it', 'ctl', 'mkt', 'title', 'exec', 'admin'];
const isMachine = (turn: Turn | undefined) => turn?.speaker === 'bot';

/** When a thread can begin: machines at any waking hour, but when people are in if they answer. */
function openerHours(thread: Thread, hours: Hours): Hours {
  if (thread.sunday) return onCallHours;
  if (thread.turns.every(isMachine)) return wakingHours;
  return officeJobs.includes(thread.turns[0]?.speaker ?? '') ? weekdayHours : hours;
}

interface Wait {
  minutes: number;
  overnight: boolean;
}

/**
 * The instants of a thread's turns, beginning near `share` (0–1) of the window and out of the way
 * of what is `taken`; null where it does not fit: wrong season, or not over before the window is.
 */
export function scheduleThread(
  thread: Thread,
  window: Window,
  share: number,
  taken: Date[][],
  random: Random,
): Date[] | null {
  const hours = openerHours(thread, window.hours);
  const waits = thread.turns.map((turn) => wait(turn, random));
  const left = minutesBetween(hours, window.from, window.until) * (1 - share);
  let start = onTheClock(thread, hours, before(hours, window.until, left));
  let fallback: Date[] | null = null;
  for (let attempt = 0; attempt < 40 && start > window.from; attempt++) {
    const times = follow(thread, window.hours, endingToday(thread, hours, waits, start), waits);
    const fits = (times.at(-1) ?? window.until) < new Date(window.until.getTime() - 5 * minuteMs);
    if (fits && inSeason(thread, start)) {
      fallback ??= times;
      if (!taken.some((other) => collide(times, other))) return times;
    }
    start = thread.clock === null ? before(hours, start, 43) : dayBefore(hours, start);
  }
  return fallback;
}

function wait(turn: Turn, random: Random): Wait {
  const seconds = random.int(3, 50) / 60;
  if (turn.gap === 'next') return { minutes: random.int(4, 70) + seconds, overnight: true };
  const minutes = turn.gap === null ? random.int(0, 6) : turn.gap * (0.85 + random.next() * 0.3);
  return { minutes: Math.round(minutes) + seconds, overnight: false };
}

function inSeason(thread: Thread, at: Date): boolean {
  const month = new Date(wallTime(at).day * dayMs).getUTCMonth() + 1;
  return !thread.months || thread.months.includes(month);
}

function onTheClock(thread: Thread, hours: Hours, start: Date): Date {
  if (thread.clock === null) return start;
  const { day, minute } = wallTime(start);
  const on = minute < thread.clock ? nextOpenDay(hours, day, -1) : day;
  return instant({ day: on, minute: thread.clock });
}

function dayBefore(hours: Hours, start: Date): Date {
  const { day, minute } = wallTime(start);
  return instant({ day: nextOpenDay(hours, day, -1), minute });
}

/** Talk meant for one day begins early enough to end before the doors close. */
function endingToday(thread: Thread, hours: Hours, waits: Wait[], start: Date): Date {
  if (thread.clock !== null) return start;
  const { day, minute } = wallTime(start);
  let length = 1;
  for (const { minutes, overnight } of waits.slice(1)) {
    if (overnight) break;
    length += minutes;
  }
  return instant({ day, minute: Math.max(hours.opens, Math.min(minute, hours.closes - length)) });
}

function follow(thread: Thread, hours: Hours, start: Date, waits: Wait[]): Date[] {
  const times = [start];
  for (const [index, { minutes, overnight }] of waits.entries()) {
    const last = times.at(-1);
    if (index === 0 || !last) continue;
    const onCall = thread.sunday && !overnight;
    const at = isMachine(thread.turns[index]) ? machineHours : onCall ? onCallHours : hours;
    times.push(after(at, overnight ? endOfDay(last) : last, minutes));
  }
  return times;
}

const endOfDay = (at: Date) => instant({ day: wallTime(at).day + 1, minute: 0 });

/** Whether one thread's turn would fall between two close turns of the other. */
function collide(one: Date[], other: Date[]): boolean {
  return interrupts(one, other) || interrupts(other, one);
}

function interrupts(one: Date[], other: Date[]): boolean {
  return other.some((from, index) => {
    const to = other[index + 1] ?? new Date(from.getTime() + 2 * minuteMs);
    const close = to.getTime() - from.getTime() < 50 * minuteMs;
    return close && one.some((at) => at >= from && at <= to);
  });
}
