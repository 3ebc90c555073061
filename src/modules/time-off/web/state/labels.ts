import {
  Baby,
  BookOpen,
  Circle,
  Cross,
  Gavel,
  Heart,
  type LucideIcon,
  Sun,
  UserRound,
} from 'lucide-react';
import { calendarDay, daysText } from '../../../../platform/contract/calendar.ts';
import { formatOf } from '../../../../platform/contract/wallTime.ts';
import { type EntryType, hoursText } from '../../contract/balances.ts';
import type { Portion, State } from '../../contract/requests.ts';
import type { Mark } from '../../contract.ts';

export const markIcons: Record<Mark, LucideIcon> = {
  sun: Sun,
  cross: Cross,
  person: UserRound,
  gavel: Gavel,
  heart: Heart,
  baby: Baby,
  book: BookOpen,
  circle: Circle,
};
export const markNames: Record<Mark, string> = {
  sun: 'Sun',
  cross: 'Cross',
  person: 'Person',
  gavel: 'Gavel',
  heart: 'Heart',
  baby: 'Baby',
  book: 'Book',
  circle: 'Circle',
};

export const stateNames: Record<State, string> = {
  pending: 'Pending',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  canceled: 'Canceled',
};

export const entryNames: Record<EntryType, string> = {
  accrual: 'Accrued',
  used: 'Used',
  adjusted: 'Adjusted',
  carried_over: 'Carried over',
  expired: 'Expired',
};

export const portionNames: Record<Portion, string> = {
  full: 'Whole days',
  morning: 'Morning',
  afternoon: 'Afternoon',
  hours: 'Some hours',
};

/** With its sign: `+6 h 40 min`. */
export const changeOf = (minutes: number): string =>
  minutes > 0 ? `+${hoursText(minutes)}` : hoursText(minutes);

const timeOf = (minute: number): string =>
  formatOf({ hour: 'numeric', minute: '2-digit' }, 'UTC').format(new Date(minute * 60_000));

interface Span {
  startsOn: string;
  endsOn: string;
  portion: Portion;
  fromMinute: number;
  toMinute: number;
}

export const daysOf = (startsOn: string, endsOn: string): string =>
  startsOn === endsOn ? calendarDay(startsOn) : daysText(startsOn, endsOn);

/** `Dec 1 – 3, 2026`; for part of a day, also which part. */
export function spanOf({ startsOn, endsOn, portion, fromMinute, toMinute }: Span): string {
  const days = daysOf(startsOn, endsOn);
  if (portion === 'full') return days;
  if (portion === 'hours') return `${days}, ${timeOf(fromMinute)} – ${timeOf(toMinute)}`;
  return `${days}, ${portion}`;
}

/** Typed hours in minutes: `7.5` or `7:30`; null if empty, undefined if invalid. */
export function minutesOf(typed: string): number | null | undefined {
  const plain = typed.trim();
  if (plain === '') return null;
  const clock = /^(\d{1,4}):([0-5]\d)$/.exec(plain);
  if (clock) return Number(clock[1]) * 60 + Number(clock[2]);
  return /^\d{1,4}(\.\d{1,4})?$/.test(plain) ? Math.round(Number(plain) * 60) : undefined;
}

/** Minutes as one would type them. */
export const typedHours = (minutes: number | null): string =>
  minutes === null ? '' : String(Math.round((minutes / 60) * 10_000) / 10_000);

/** `09:30` of a time field as minutes after midnight; undefined if it is empty. */
export function minuteOfTime(time: string): number | undefined {
  const parts = /^(\d{2}):(\d{2})$/.exec(time);
  return parts ? Number(parts[1]) * 60 + Number(parts[2]) : undefined;
}

export const timeOfMinute = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`;
