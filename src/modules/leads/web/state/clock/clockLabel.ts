import { isSameDay } from '../../../../../platform/web/time/days.ts';
import { clockTime, weekdayClock } from '../../../../../platform/web/time/moments.ts';
import type { Tone } from '../../../../../platform/web/ui/Badge.tsx';
import type { ClockStop, Lead } from '../../../contract/lead.ts';
import { nextOpening, type OpenHours, openMsBetween } from '../../../contract/open-hours.ts';

/** When a store is open, and how long it has for a response. */
export interface Opening extends OpenHours {
  limitMinutes: number;
}

export interface ClockLabel {
  tone: Tone;
  text: string;
}

const secondMs = 1_000;
const minuteMs = 60 * secondMs;
const hourMs = 60 * minuteMs;

/** `45 s`, `12 min`, `1 h 12 min`, `31 h`. */
export function durationOf(ms: number): string {
  if (ms < minuteMs) return `${Math.max(0, Math.floor(ms / secondMs))} s`;
  if (ms < hourMs) return `${Math.floor(ms / minuteMs)} min`;
  const [hours, minutes] = [Math.floor(ms / hourMs), Math.floor((ms % hourMs) / minuteMs)];
  if (hours >= 10 || minutes === 0) return `${hours.toLocaleString('en-US')} h`;
  return `${hours} h ${minutes} min`;
}

/** Counts the last minutes by the second. */
function leftOf(ms: number): string {
  if (ms >= 10 * minuteMs) return durationOf(ms);
  const seconds = Math.floor(ms / secondMs);
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`;
}

const stoppedNames: Record<ClockStop, string> = { attempt: 'Attempted', contact: 'Contacted' };

/** The response state of a lead, whose clock stops at `stop`. `opening` may not be loaded yet. */
export function clockLabel(
  { clock, answeredAt }: Pick<Lead, 'clock' | 'answeredAt'>,
  { opening, stop }: { opening: Opening | undefined; stop: ClockStop },
  now: number,
): ClockLabel | null {
  if (clock.dueAt === null) {
    if (answeredAt === null) return null;
    const took = clock.seconds * secondMs;
    const text = `${stoppedNames[stop]} in ${took < minuteMs ? '<1 min' : durationOf(took)}`;
    if (clock.isLate) return { tone: 'warning', text: `${text}, late` };
    return { tone: 'neutral', text };
  }
  const due = Date.parse(clock.dueAt);
  if (now > due) {
    const overdue = opening ? openMsBetween(opening, due, now) : now - due;
    return { tone: 'danger', text: `Overdue by ${durationOf(overdue)}` };
  }
  const opens = opening ? nextOpening(opening, now) : null;
  if (opening && opens !== null) return { tone: 'neutral', text: opensAt(opening, opens, now) };
  const left = opening ? openMsBetween(opening, now, due) : due - now;
  const limit = (opening?.limitMinutes ?? 0) * minuteMs;
  return { tone: left < limit / 4 ? 'warning' : 'success', text: `${leftOf(left)} left` };
}

function opensAt({ timezone }: Opening, opens: number, now: number): string {
  const format = isSameDay(opens, now, timezone) ? clockTime : weekdayClock;
  return `Opens ${format(opens, timezone)}`;
}
