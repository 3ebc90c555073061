import type { Store } from '../../../../platform/contract/access.ts';
import { roundTogether } from '../../contract/duration.ts';
import {
  type Amount,
  isNothing,
  type Line,
  lateTimeOff,
  type Statement,
  type TimeOff,
} from '../../contract/statement.ts';
import { addLines } from '../hours/period.ts';

/** Hours in hundredths, where they were worked. */
export interface Cells {
  store: Store | null;
  regular: number;
  overtime: number;
  double: number;
  premium: number;
}

export interface PaidHours {
  worked: Cells[];
  /** Of locked periods, changed afterwards. */
  adjusted: Cells[];
  timeOff: TimeOffHours[];
  /** The same, of locked periods. */
  lateTimeOff: TimeOffHours[];
}

interface TimeOffHours {
  kind: string;
  hundredths: number;
}

/**
 * A person’s hours as they are exported: to hundredths of an hour, which together are the rounded total of the person.
 * The regular hours of a salary are in it already.
 */
export function paidHours(
  statement: Statement,
  { isSalaried }: { isSalaried: boolean },
): PaidHours {
  const paid = <A extends Amount>(all: readonly A[]) =>
    isSalaried ? all.map((one) => ({ ...one, regularMs: 0 })) : all;
  const { lines, adjustments, timeOff } = statement;
  const worked = adjustments.filter((one) => one.timeOff === undefined);
  return {
    worked: toCells(paid(lines)),
    adjusted: toCells(addLines(paid(worked))),
    timeOff: toHours(timeOff),
    lateTimeOff: toHours(lateTimeOff(statement)),
  };
}

function toHours(timeOff: readonly TimeOff[]): TimeOffHours[] {
  const kinds = [...Map.groupBy(timeOff, ({ kind }) => kind)].map(([kind, own]) => ({
    kind,
    ms: own.reduce((sum, { ms }) => sum + ms, 0),
  }));
  const rounded = roundTogether(kinds.map(({ ms }) => ms));
  return kinds
    .map(({ kind }, at) => ({ kind, hundredths: rounded[at] ?? 0 }))
    .filter(({ hundredths }) => hundredths !== 0);
}

function toCells(lines: readonly Line[]): Cells[] {
  const rounded = roundTogether(
    lines.flatMap(({ regularMs, overtimeMs, doubleMs }) => [regularMs, overtimeMs, doubleMs]),
  );
  return lines
    .filter((line) => !isNothing(line))
    .map((line) => {
      const at = lines.indexOf(line) * 3;
      const [regular = 0, overtime = 0, double = 0] = rounded.slice(at, at + 3);
      return { store: line.store, regular, overtime, double, premium: line.premiumHours * 100 };
    });
}

export const addCells = (all: readonly Cells[], store: Store | null): Cells =>
  all.reduce(
    (sum, one) => ({
      store,
      regular: sum.regular + one.regular,
      overtime: sum.overtime + one.overtime,
      double: sum.double + one.double,
      premium: sum.premium + one.premium,
    }),
    { store, regular: 0, overtime: 0, double: 0, premium: 0 },
  );
