import type { TimeOffLocks } from '../../../time-off/server/public.ts';
import type { Period } from '../../contract/periods.ts';
import { noAmount, type TimeOff } from '../../contract/statement.ts';
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
    const read = ({ startsOn, endsOn }: Period) =>
      findPaidTimeOff(source, tx, [userId], startsOn, endsOn);
    const before = await Promise.all(periods.map(read));
    const result = await apply();
    const calendar = await readCalendar(tx, Date.now());
    for (const [at, period] of periods.entries()) {
      const after = await read(period);
      const difference = differenceOf(before[at]?.get(userId) ?? [], after.get(userId) ?? []);
      await adjust(tx, calendar, change, period, difference);
    }
    return result;
  },
});

function differenceOf(before: readonly TimeOff[], after: readonly TimeOff[]) {
  const msOf = (all: readonly TimeOff[], kind: string) =>
    all.find((one) => one.kind === kind)?.ms ?? 0;
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
