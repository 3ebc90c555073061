import { addDays, dayStart } from '../../../../platform/contract/wallTime.ts';
import { countHours, countPending } from '../../../time-clock/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import type {
  ApprovalState,
  Review,
  ReviewRow,
  Signature,
  SignState,
} from '../../contract/review.ts';
import {
  type Amount,
  addAmounts,
  type Flag,
  flags as flagOrder,
  isNothing,
  type Statement,
  timeOffMs,
  workedLines,
  workedMs,
} from '../../contract/statement.ts';
import { fingerprintOf, readText, textOf } from '../hours/fingerprint.ts';
import { addLines, daysOf, linesOf } from '../hours/period.ts';
import { type Calendar, hasEnded } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { type PayeeRow, toPayee } from './payees.ts';
import {
  type ApprovalRow,
  findAdjustments,
  findApprovals,
  findLockedTexts,
  findSignatures,
} from './records.ts';
import { findPaidTimeOff, type TimeOffSource } from './timeOff.ts';

/** One employee’s hours of a period, with their signatures and approval. */
export interface PersonPeriod {
  payee: PayeeRow;
  statement: Statement;
  /** What the fingerprint is of. */
  text: string;
  fingerprint: string;
  totals: Amount;
  flags: Flag[];
  isLocked: boolean;
  isOver: boolean;
  /** Nothing is paid, and nothing is open that could change that. */
  isEmpty: boolean;
  signState: SignState;
  signatures: Signature[];
  approval: Review['approval'];
  later: Review['laterAdjustments'];
  /** Why it cannot be signed or approved yet; null if it can. */
  signWaitsFor: string | null;
  approvalWaitsFor: string | null;
}

interface Reviewing {
  calendar: Calendar;
  timeOff: TimeOffSource;
  now: number;
}

/** In the order of `payees`. What is locked is read as it was locked, everything else is calculated as of `now`. */
export async function findReviews(
  db: PayrollDb,
  payees: readonly PayeeRow[],
  period: Period,
  { calendar, timeOff, now }: Reviewing,
): Promise<PersonPeriod[]> {
  const ids = payees.map(({ id }) => id);
  const { startsOn, endsOn } = period;
  const { timezone } = calendar;
  const locked = await findLockedTexts(db, ids, period);
  const live = payees.filter(({ id }) => !locked.has(id));
  const liveIds = live.map(({ id }) => id);
  const span = { start: dayStart(timezone, startsOn), end: dayStart(timezone, addDays(endsOn, 1)) };
  const [weeks, pending, off, into, from, signatures, approvals] = await Promise.all([
    countHours(db, live, { from: startsOn, to: endsOn }, now),
    countPending(db, liveIds, span),
    findPaidTimeOff(timeOff, db, liveIds, startsOn, endsOn),
    findAdjustments(db, liveIds, period, 'into'),
    findAdjustments(db, ids, period, 'from'),
    findSignatures(db, ids, period),
    findApprovals(db, ids, period),
  ]);
  const isOver = hasEnded(calendar, period);
  return payees.map((payee) => {
    const { id } = payee;
    const lockedText = locked.get(id);
    const counted = weeks.get(id) ?? [];
    const days = daysOf(counted, period);
    const text =
      lockedText ??
      textOf({
        period: { startsOn, endsOn, paysOn: period.paysOn },
        days,
        lines: linesOf(counted, period),
        adjustments: (into.get(id) ?? []).map(
          ({ user_id: _, into: __, intoEnd: ___, timeOff, ...one }) => ({
            ...one,
            ...(timeOff !== null && { timeOff }),
          }),
        ),
        timeOff: [...(off.get(id) ?? [])],
        paidBreakMs: days.reduce((sum, { paidBreakMs }) => sum + paidBreakMs, 0),
      });
    const statement = readText(text);
    const fingerprint = fingerprintOf(text);
    const flags = flagsOf(statement, (pending.get(id) ?? 0) > 0);
    const signed = (signatures.get(id) ?? []).map((row) => toSignature(row, fingerprint));
    const signState = signStateOf(signed);
    const isLocked = lockedText !== undefined;
    const unfinished = flagBlocker(flags);
    const blocker = isLocked
      ? 'The pay period is locked.'
      : isOver
        ? unfinished
        : 'The pay period isn’t over yet.';
    const totals = addAmounts(workedLines(statement));
    return {
      payee,
      statement,
      text,
      fingerprint,
      totals,
      flags,
      isLocked,
      isOver,
      isEmpty:
        statement.timeOff.length === 0 &&
        statement.adjustments.length === 0 &&
        isNothing(totals) &&
        unfinished === null,
      signState,
      signatures: signed,
      approval: toApproval(approvals.get(id), fingerprint),
      later: (from.get(id) ?? []).map(
        ({ user_id: _, id: __, from: ___, to: ____, timeOff, ...one }) => ({
          ...one,
          ...(timeOff !== null && { timeOff }),
        }),
      ),
      signWaitsFor: blocker,
      approvalWaitsFor:
        blocker ?? (signState === 'objected' ? 'The employee objected. Answer first.' : null),
    };
  });
}

function flagsOf({ days }: Statement, isPending: boolean): Flag[] {
  const found = new Set(days.flatMap(({ flags }) => flags));
  if (isPending) found.add('pending_request');
  return flagOrder.filter((flag) => found.has(flag));
}

function flagBlocker(flags: readonly Flag[]): string | null {
  if (flags.includes('no_clock_out')) return 'A clock-out is missing. Correct it first.';
  if (flags.includes('open')) return 'A shift is still running.';
  if (flags.includes('pending_request')) return 'A correction request is pending.';
  return null;
}

type SignatureRow = NonNullable<
  ReturnType<Awaited<ReturnType<typeof findSignatures>>['get']>
>[number];

function toSignature(row: SignatureRow, fingerprint: string): Signature {
  const { id, kind, words, at, answer, answeredBy, answeredAt } = row;
  return {
    id,
    kind,
    words,
    at: at.toISOString(),
    isCurrent: row.fingerprint === fingerprint,
    paidMs: workedMs(addAmounts(workedLines(readText(row.statement)))),
    answer:
      answer === null || !answeredAt
        ? null
        : { words: answer, by: answeredBy ?? '', at: answeredAt.toISOString() },
  };
}

/** Of the latest signature or objection. Corrected hours after an objection are an answer, too. */
function signStateOf([last]: readonly Signature[]): SignState {
  if (!last) return 'none';
  if (last.kind === 'signed') return last.isCurrent ? 'signed' : 'changed';
  return last.answer || !last.isCurrent ? 'answered' : 'objected';
}

function toApproval(row: ApprovalRow | undefined, fingerprint: string): Review['approval'] {
  if (!row?.approved) return { state: 'open', by: null, at: null, signed: false };
  const state: ApprovalState = row.fingerprint === fingerprint ? 'approved' : 'changed';
  return { state, by: row.by, at: row.at.toISOString(), signed: row.signed };
}

/** For a list of people. */
export function toRow(person: PersonPeriod): ReviewRow {
  const { payee, statement, totals, approvalWaitsFor, isEmpty } = person;
  return {
    payee: toPayee(payee),
    totals,
    byStore: addLines(workedLines(statement)),
    timeOffMs: timeOffMs(statement),
    adjustedMs: workedMs(addAmounts(statement.adjustments)),
    fingerprint: person.fingerprint,
    flags: person.flags,
    isLocked: person.isLocked,
    signState: person.signState,
    approval: person.approval.state,
    isEmpty,
    may: {
      approve: payee.isReviewed && !isEmpty,
      approvalWaitsFor: payee.isReviewed ? approvalWaitsFor : null,
    },
  };
}

export const toReview = (person: PersonPeriod, { isOwn }: { isOwn: boolean }): Review => ({
  payee: toPayee(person.payee),
  statement: person.statement,
  totals: person.totals,
  fingerprint: person.fingerprint,
  flags: person.flags,
  isLocked: person.isLocked,
  isOver: person.isOver,
  signState: person.signState,
  signatures: person.signatures,
  approval: person.approval,
  laterAdjustments: person.later,
  may: {
    sign: isOwn && !person.isEmpty,
    signWaitsFor: isOwn ? person.signWaitsFor : null,
    approve: !isOwn && person.payee.isReviewed && !person.isEmpty,
    approvalWaitsFor: isOwn ? null : person.approvalWaitsFor,
    correct: !isOwn && person.payee.isHourManaged,
  },
});
