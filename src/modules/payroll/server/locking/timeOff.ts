import { findEmployees } from '../../../employees/server/public.ts';
import type { TimeOffLocks } from '../../../time-off/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import { noAmount, type TimeOff } from '../../contract/statement.ts';
import { readText } from '../hours/fingerprint.ts';
import { findAdjustments, findLockedTexts } from '../people/records.ts';
import { findPaidTimeOff, type TimeOffSource } from '../people/timeOff.ts';
import { holdPayroll } from '../schedule/keep.ts';
import { readCalendar } from '../schedule/read.ts';
import type { PayrollDb } from '../tables.ts';
import { adjust, findLockedPeriods } from './adjust.ts';

/** Keeps the time off of locked periods as it is paid: what is approved or canceled afterwards is paid in a later one. */
export const payrollTimeOffLocks = (source: TimeOffSource): TimeOffLocks => ({
  async guard(anyTx, change, apply) {
    const tx: PayrollDb = anyTx as PayrollDb;
    const { userId } = change;
    await holdPayroll(tx);
    const periods = await findLockedPeriods(tx, userId, change);
    if (periods.length === 0) return apply();
    const read = async ({ startsOn, endsOn }: Period) =>
      (await findPaidTimeOff(source, tx, [userId], startsOn, endsOn)).get(userId) ?? [];
    const leftOn = (await findEmployees(tx, [userId])).get(userId)?.leftOn ?? null;
    // The source does not have days after the last one: what was locked before that was set may have them.
    const isAfterLastDay = leftOn !== null && change.to > leftOn;
    const before = await Promise.all(
      periods.map((period) => (isAfterLastDay ? findPaid(tx, userId, period) : read(period))),
    );
    const result = await apply();
    const calendar = await readCalendar(tx, Date.now());
    for (const [at, period] of periods.entries()) {
      const after = await read(period);
      const difference = differenceOf(before[at] ?? [], after);
      await adjust(tx, calendar, change, period, difference);
    }
    return result;
  },
});

/** The time off that is paid for a locked period so far, with what was adjusted since. */
async function findPaid(tx: PayrollDb, userId: number, period: Period): Promise<TimeOff[]> {
  const text = (await findLockedTexts(tx, [userId], period)).get(userId);
  const adjusted = (await findAdjustments(tx, [userId], period, 'from')).get(userId) ?? [];
  return [
    ...(text === undefined ? [] : readText(text).timeOff),
    ...adjusted.flatMap(({ timeOff, regularMs }) =>
      timeOff === null ? [] : [{ kind: timeOff, ms: regularMs }],
    ),
  ];
}

function differenceOf(before: readonly TimeOff[], after: readonly TimeOff[]) {
  const msOf = (all: readonly TimeOff[], kind: string) =>
    all.filter((one) => one.kind === kind).reduce((sum, { ms }) => sum + ms, 0);
  const kinds = new Set([...before, ...after].map(({ kind }) => kind));
  return [...kinds]
    .map((kind) => ({
      ...noAmount,
      store: null,
      regularMs: msOf(after, kind) - msOf(before, kind),
      timeOff: kind,
    }))
    .filter(({ regularMs }) => regularMs !== 0);
}
