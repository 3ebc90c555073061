import type { Store } from '../../../../platform/contract/access.ts';
import { forgottenAfterMs, type PunchKind } from '../../contract.ts';

/** The part of a punch that calculations need; times in milliseconds. */
export interface Punch {
  kind: PunchKind;
  at: number;
  /** Where the work after it takes place, if it says so. */
  store?: Store | null | undefined;
}

/** A span of work or break; `end` is null while it is running or if the end is unknown. */
export interface Span {
  kind: 'work' | 'break';
  start: number;
  end: number | null;
  /** Where it took place; null if that is not recorded. */
  store: Store | null;
}

export interface Shift {
  start: number;
  /** Null if it has not ended. */
  end: number | null;
  spans: Span[];
  /** Never ended, and too old to still be running. */
  forgotten: boolean;
}

type ClockState = 'out' | 'working' | 'break';

/** Why a punch is invalid in its sequence. */
export interface Fault {
  punch: Punch;
  reason: 'same time' | 'clocked in' | 'not clocked in' | 'on break' | 'not on break';
}

const isForgotten = (shiftStart: number, now: number) => now - shiftStart >= forgottenAfterMs;

function invalidReason(kind: PunchKind, state: ClockState): Fault['reason'] | null {
  if (kind === 'clock_in') return state === 'out' ? null : 'clocked in';
  if (state === 'out') return 'not clocked in';
  if (kind === 'break_start' && state === 'break') return 'on break';
  if (kind === 'break_end' && state === 'working') return 'not on break';
  return null;
}

const stateAfter: Record<PunchKind, ClockState> = {
  clock_in: 'working',
  clock_out: 'out',
  break_start: 'break',
  break_end: 'working',
};

/** The first invalid punch in order of time; null if the sequence is valid. */
export function findFault(punches: readonly Punch[]): Fault | null {
  let state: ClockState = 'out';
  let shiftStart = Number.NEGATIVE_INFINITY;
  let last = Number.NEGATIVE_INFINITY;
  for (const punch of inOrder(punches)) {
    const { kind, at } = punch;
    if (at === last) return { punch, reason: 'same time' };
    const startsNewShift = kind === 'clock_in' && isForgotten(shiftStart, at);
    const reason = startsNewShift ? null : invalidReason(kind, state);
    if (reason) return { punch, reason };
    if (kind === 'clock_in') shiftStart = at;
    state = stateAfter[kind];
    last = at;
  }
  return null;
}

export const inOrder = <P extends Punch>(punches: readonly P[]): P[] =>
  punches.toSorted((a, b) => a.at - b.at);

/** The shifts of a valid sequence, in order, as of `now`. */
export function shiftsOf(punches: readonly Punch[], now: number): Shift[] {
  const shifts: Shift[] = [];
  let open: Shift | undefined;
  for (const { kind, at, store = null } of inOrder(punches)) {
    if (kind === 'clock_in') {
      if (open) open.forgotten = true;
      open = {
        start: at,
        end: null,
        spans: [{ kind: 'work', start: at, end: null, store }],
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
      const next = kind === 'break_start' ? 'break' : 'work';
      open.spans.push({ kind: next, start: at, end: null, store: store ?? span.store });
    }
  }
  if (open) open.forgotten = isForgotten(open.start, now);
  return shifts;
}
