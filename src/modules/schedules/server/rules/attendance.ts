import type { AttendanceState } from '../../contract/week.ts';
import type { Interval } from './times.ts';

/** Time on the clock, from a clock-in on; times in milliseconds. */
export interface Worked {
  start: number;
  /** Null: still running, or never ended. */
  end: number | null;
  /** Never ended, and too old to be running. */
  forgotten: boolean;
}

export interface Attendance {
  state: Exclude<AttendanceState, 'away' | 'unknown'>;
  arrivedAt: number | null;
  leftAt: number | null;
  /** Late or early arrival. */
  minutes: number;
  leftEarlyMinutes: number;
}

interface Now {
  now: number;
  graceMs: number;
}

const hourMs = 3_600_000;
const minuteMs = 60_000;
/** Someone who clocks in earlier than this came for something else. */
const earliestMs = 4 * hourMs;
/** Shifts with a shorter pause between them may be worked without clocking out. */
const pauseMs = 2 * hourMs;

/**
 * What the clock says about each planned shift of one person; both in order of time. A clock-out that was forgotten
 * counts as an arrival for the shift it belongs to, and never as presence at the next one.
 */
export function attendanceOf(
  planned: readonly Interval[],
  worked: readonly Worked[],
  { now, graceMs }: Now,
): Attendance[] {
  // The first instant whose clock-ins can belong to this shift, or to those it follows without a pause.
  let runFrom = Number.NEGATIVE_INFINITY;
  return planned.map((shift, index) => {
    const before = planned[index - 1];
    const from = Math.max(
      shift.start - earliestMs,
      before ? Math.min(before.end, shift.start) : Number.NEGATIVE_INFINITY,
    );
    const follows = before !== undefined && shift.start - before.end <= pauseMs;
    if (!follows) runFrom = from;
    const own = worked.filter(({ start }) => start >= from && start < shift.end);
    const earlier = worked.filter(
      ({ start, end, forgotten }) =>
        start < from &&
        (end === null ? follows && !forgotten && start >= runFrom : end > shift.start),
    );
    const arrivedAt = earlier.length > 0 ? shift.start : (own[0]?.start ?? null);
    const leftAt = leftOf([...earlier, ...own]);
    return {
      ...arrivalOf(shift, arrivedAt, { now, graceMs }),
      arrivedAt,
      leftAt,
      leftEarlyMinutes: leftEarly(shift, leftAt, { now, graceMs }),
    };
  });
}

function arrivalOf(
  { start, end }: Interval,
  arrivedAt: number | null,
  { now, graceMs }: Now,
): Pick<Attendance, 'state' | 'minutes'> {
  if (arrivedAt !== null) {
    const lateMs = arrivedAt - start;
    const minutes = Math.floor(Math.abs(lateMs) / minuteMs);
    if (lateMs > graceMs) return { state: 'late', minutes };
    if (-lateMs > graceMs) return { state: 'early', minutes };
    return { state: 'on_time', minutes: 0 };
  }
  if (now < start) return { state: 'upcoming', minutes: 0 };
  if (now >= end) return { state: 'no_show', minutes: 0 };
  const isLate = now - start > graceMs;
  return {
    state: isLate ? 'not_in' : 'due',
    minutes: isLate ? Math.floor((now - start) / minuteMs) : 0,
  };
}

/** The last clock-out; null while someone is in, or if they forgot it. */
function leftOf(worked: readonly Worked[]): number | null {
  const ends = worked.map(({ end }) => end);
  const closed = ends.filter((end) => end !== null);
  return closed.length === 0 || closed.length < ends.length ? null : Math.max(...closed);
}

/** Only known after the shift: until then they may come back from lunch. */
function leftEarly({ end }: Interval, leftAt: number | null, { now, graceMs }: Now): number {
  if (leftAt === null || now < end || end - leftAt <= graceMs) return 0;
  return Math.floor((end - leftAt) / minuteMs);
}
