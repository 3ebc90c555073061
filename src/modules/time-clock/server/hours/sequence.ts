import { forgottenAfterMs, type PunchKind } from '../../contract.ts';

/** A punch as far as counting goes; times in milliseconds. */
export interface Moment {
  kind: PunchKind;
  at: number;
}

/** A stretch of one kind; `end` null: it still runs, or nobody knows when it ended. */
export interface Span {
  kind: 'work' | 'break';
  start: number;
  end: number | null;
}

export interface Shift {
  start: number;
  /** Null: it has not been ended. */
  end: number | null;
  spans: Span[];
  /** It was never ended, and too long ago for it to go on. */
  forgotten: boolean;
}

type Standing = 'out' | 'working' | 'break';

/** Why a punch cannot stand where it stands. */
export interface Fault {
  moment: Moment;
  reason: 'same moment' | 'clocked in' | 'not clocked in' | 'on break' | 'not on break';
}

const isForgotten = (shiftStart: number, now: number) => now - shiftStart >= forgottenAfterMs;

function reasonAgainst(kind: PunchKind, standing: Standing): Fault['reason'] | null {
  if (kind === 'clock_in') return standing === 'out' ? null : 'clocked in';
  if (standing === 'out') return 'not clocked in';
  if (kind === 'break_start' && standing === 'break') return 'on break';
  if (kind === 'break_end' && standing === 'working') return 'not on break';
  return null;
}

const standingAfter: Record<PunchKind, Standing> = {
  clock_in: 'working',
  clock_out: 'out',
  break_start: 'break',
  break_end: 'working',
};

/** The first punch that cannot be, in the order of their times; null: all of it can. */
export function findFault(moments: readonly Moment[]): Fault | null {
  let standing: Standing = 'out';
  let shiftStart = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const moment of inOrder(moments)) {
    const { kind, at } = moment;
    if (at === last) return { moment, reason: 'same moment' };
    const begunAnew = kind === 'clock_in' && isForgotten(shiftStart, at);
    const reason = begunAnew ? null : reasonAgainst(kind, standing);
    if (reason) return { moment, reason };
    if (kind === 'clock_in') shiftStart = at;
    standing = standingAfter[kind];
    last = at;
  }
  return null;
}

export const inOrder = <M extends Moment>(moments: readonly M[]): M[] =>
  moments.toSorted((one, other) => one.at - other.at);

/** The shifts of a sequence without fault, in order, as they stand at `now`. */
export function shiftsOf(moments: readonly Moment[], now: number): Shift[] {
  const shifts: Shift[] = [];
  let open: Shift | undefined;
  for (const { kind, at } of inOrder(moments)) {
    if (kind === 'clock_in') {
      if (open) open.forgotten = true;
      open = {
        start: at,
        end: null,
        spans: [{ kind: 'work', start: at, end: null }],
        forgotten: false,
      };
      shifts.push(open);
      continue;
    }
    const span = open?.spans.at(-1);
    if (!open || !span) continue;
    span.end = at;
    if (kind === 'clock_out') {
      open.end = at;
      open = undefined;
    } else {
      open.spans.push({ kind: kind === 'break_start' ? 'break' : 'work', start: at, end: null });
    }
  }
  if (open) open.forgotten = isForgotten(open.start, now);
  return shifts;
}
