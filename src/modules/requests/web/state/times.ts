import { weekdayTime } from '../../../../platform/web/time/moments.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** From here on it is due soon. */
const soonMs = 15 * minuteMs;

export type Urgency = 'overdue' | 'soon' | 'later';

export function urgencyOf(dueAt: string, now: number): Urgency {
  const ahead = Date.parse(dueAt) - now;
  if (ahead <= 0) return 'overdue';
  return ahead <= soonMs ? 'soon' : 'later';
}

/** `due in 12 min`, `overdue by 2 h 5 min`; the time itself if it is more than a day ahead. */
export function dueText(dueAt: string, now: number): string {
  const ahead = Date.parse(dueAt) - now;
  if (ahead <= 0) return -ahead < minuteMs ? 'overdue' : `overdue by ${span(-ahead)}`;
  if (ahead > dayMs) return `due ${weekdayTime(dueAt)}`;
  return `due in ${span(Math.max(ahead, minuteMs))}`;
}

/** `45 s`, `12 min`, `3 h 5 min`, `2 d 4 h`. */
export function span(ms: number): string {
  if (ms < minuteMs) return `${Math.round(ms / 1_000)} s`;
  const minutes = Math.round(ms / minuteMs);
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return pair(Math.floor(minutes / 60), 'h', minutes % 60, 'min');
  const hours = Math.round(ms / hourMs);
  return pair(Math.floor(hours / 24), 'd', hours % 24, 'h');
}

function pair(large: number, unit: string, small: number, smallUnit: string): string {
  return small === 0 ? `${large} ${unit}` : `${large} ${unit} ${small} ${smallUnit}`;
}
