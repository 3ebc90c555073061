import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import type { Tone } from '../../../../platform/web/ui/Badge.tsx';
import type { OfferState } from '../../contract/offers.ts';
import type { Shift, Skipped, WarningKind } from '../../contract/shift.ts';
import type {
  AttendanceState,
  CoverageDay,
  CoverageSlot,
  WeekPerson,
} from '../../contract/week.ts';

/** `17:30` as `5:30 PM`. */
export function clockText(time: string): string {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  const half = hours < 12 ? 'AM' : 'PM';
  return `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${half}`;
}

/** `9 AM – 5:30 PM`, for narrow columns. */
export const shortSpan = ({ start, end }: Pick<Shift, 'start' | 'end'>): string =>
  `${shortClock(start)} – ${shortClock(end)}`;

const shortClock = (time: string) => clockText(time).replace(':00', '');

export const spanText = ({ start, end }: Pick<Shift, 'start' | 'end'>): string =>
  `${clockText(start)} – ${clockText(end)}`;

/** `Mon, Nov 30, 9:00 AM – 5:30 PM` */
export const shiftText = (shift: Pick<Shift, 'date' | 'start' | 'end'>): string =>
  `${weekdayDay(shift.date)}, ${spanText(shift)}`;

export const placeText = ({ store, department }: Pick<Shift, 'store' | 'department'>): string =>
  `${storeNames[store]}, ${departmentNames[department]}`;

/** `7.5 h` */
export const roundHoursText = (minutes: number): string => `${Math.round(minutes / 6) / 10} h`;

/** `1 h 20 min` */
export function durationText(minutes: number): string {
  const hours = Math.floor(minutes / 60);
  const rest = minutes % 60;
  if (hours === 0) return `${rest} min`;
  return rest === 0 ? `${hours} h` : `${hours} h ${rest} min`;
}

export const warningNames: Record<WarningKind, string> = {
  away: 'On time off',
  left: 'No longer works here',
  overlap: 'Overlaps another shift',
  rest: 'Less than 8 hours of rest',
  hours: 'Over 40 hours this week',
};

const skipReasons: Record<Skipped['reason'], string> = {
  away: 'on time off',
  left: 'no longer works here',
  planned: 'already has a shift then',
  past: 'the time has passed',
};

/** `Caleb Nguyen, Mon, Nov 30: on time off` */
export const skippedText = ({ person, date, reason }: Skipped): string =>
  `${person.name}, ${weekdayDay(date)}: ${skipReasons[reason]}`;

export const offerStateNames: Record<OfferState, string> = {
  open: 'Offered',
  taken: 'Needs approval',
  approved: 'Approved',
  declined: 'Declined',
  withdrawn: 'Withdrawn',
  expired: 'Expired',
};

export const offerTones: Record<OfferState, Tone> = {
  open: 'info',
  taken: 'warning',
  approved: 'success',
  declined: 'neutral',
  withdrawn: 'neutral',
  expired: 'neutral',
};

export const attendanceNames: Record<AttendanceState, string> = {
  not_in: 'Not in',
  no_show: 'No-show',
  late: 'Late',
  due: 'Due now',
  early: 'Early',
  on_time: 'On time',
  upcoming: 'Upcoming',
  away: 'On time off',
  unknown: 'Doesn’t use the clock',
};

export const attendanceTones: Record<AttendanceState, Tone> = {
  not_in: 'danger',
  no_show: 'danger',
  late: 'warning',
  due: 'info',
  early: 'success',
  on_time: 'success',
  upcoming: 'neutral',
  away: 'neutral',
  unknown: 'neutral',
};

/** Consecutive parts of the day with too few people. */
export function gapsOf({ slots }: CoverageDay): CoverageSlot[] {
  const gaps: CoverageSlot[] = [];
  for (const slot of slots) {
    const last = gaps.at(-1);
    if (slot.planned >= slot.needed) continue;
    if (last && last.endAt === slot.startAt && missing(last) === missing(slot)) {
      gaps[gaps.length - 1] = { ...last, endAt: slot.endAt };
    } else gaps.push(slot);
  }
  return gaps;
}

const missing = ({ planned, needed }: CoverageSlot) => needed - planned;

export const missingText = (slot: CoverageSlot): string => `${missing(slot)} short`;

/** Days of the week by their index; 0 is Sunday. */
export const weekdayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** `Time off`, `Time off, 8:00 AM – 12:00 PM` */
export function awayText({ fromMinute, toMinute }: WeekPerson['away'][number]): string {
  if (fromMinute === 0 && toMinute === 24 * 60) return 'Time off';
  const clock = (minute: number) => new Date(minute * 60_000).toISOString().slice(11, 16);
  return `Time off, ${clockText(clock(fromMinute))} – ${clockText(clock(toMinute))}`;
}
