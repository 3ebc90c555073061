import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, weekdayOf } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { firstOfMonth, lastOfMonth, type Span } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import { measuresFor } from './describe.ts';
import type { ValidQuery } from './validate.ts';

export interface Target {
  store: Store;
  measure: string;
  value: number;
}

/** The targets of these stores for a month (`2026-11`), in cents or as counts. */
export async function readTargets(
  db: Db<AnyTables>,
  stores: readonly Store[],
  report: contract.ReportId,
  month: string,
): Promise<Target[]> {
  const { rows } = await sql<Target>`
    select store, measure, value from report_targets
    where store = any(${stores}::text[]) and month = ${`${month}-01`}::date and report = ${report}
      and value is not null`.execute(db);
  return rows;
}

/** Weekdays a store is closed: 0 is Sunday. */
export interface Closed {
  store: Store;
  closed: number[];
}

export async function readClosed(db: Db<AnyTables>, stores: readonly Store[]): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    select store, coalesce(array_agg(weekday % 7) filter (where times = 'null'), '{}')::int[] as closed
    from lead_routing d, jsonb_array_elements(d.hours) with ordinality opening (times, weekday)
    where store = any(${stores}::text[]) group by store`.execute(db);
  return rows;
}

/**
 * Projected value at month end: value so far ÷ selling days so far, including today, × selling days in the
 * month. The span is the month to date. Null until the first selling day, so also for a store that is closed
 * every day.
 */
export function paceOf(
  { from, to }: Span,
  reached: number,
  closed: readonly number[],
): number | null {
  const month = from.slice(0, 7);
  let passed = 0;
  let all = 0;
  for (let date = from; date.startsWith(month); date = addDays(date, 1)) {
    if (closed.includes(weekdayOf(date))) continue;
    all += 1;
    if (date <= to) passed += 1;
  }
  return passed === 0 ? null : Math.round((reached / passed) * all);
}

/** Units that add up over the month; a share or a median cannot be projected. */
const sums: readonly contract.Unit[] = ['count', 'cents', 'hours'];

/** Targets and projections of the requested month; empty when the span is not a month. */
export async function readGoals(
  db: Db<AnyTables>,
  valid: ValidQuery,
): Promise<contract.Report['goals']> {
  const { report, query } = valid;
  const month = monthOf(valid);
  const stores = storesOf(valid);
  const measures = measuresFor(report, query.scope).filter(({ isTarget }) => isTarget);
  if (!month || measures.length === 0 || stores.length === 0) return {};
  const targets = await readTargets(db, stores, report.id, month);
  const isRunning = month === query.today.slice(0, 7);
  const pace = isRunning && targets.length > 0 ? await readPace(db, valid, stores) : () => null;
  return Object.fromEntries(
    measures.flatMap(({ id, unit }) => {
      const own = targets.filter(({ measure }) => measure === id);
      const isSum = sums.includes(unit);
      // A total needs the targets of all stores, and medians cannot be added.
      if (own.length < stores.length || (!isSum && own.length > 1)) return [];
      const target = own.reduce((sum, { value }) => sum + value, 0);
      return [[id, { target, pace: isSum ? pace(id) : null, isOver: !isRunning }]];
    }),
  );
}

/** Projected per store, since opening days differ. */
async function readPace(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
  stores: readonly Store[],
) {
  const [{ rows }, closed] = await Promise.all([
    report.read(db, { ...query, stores, only: [] }, 'store', 'rows'),
    readClosed(db, stores),
  ]);
  return (measure: string) =>
    sumOf(
      stores.map((store) => {
        const reached = rows.find(({ key }) => key === store)?.figures[measure] ?? 0;
        return paceOf(query.span, reached, closedAt(closed, store));
      }),
    );
}

export const closedAt = (closed: readonly Closed[], store: Store): readonly number[] =>
  closed.find((one) => one.store === store)?.closed ?? [];

/** Of several stores, and null when any is unknown: what some of them reach says nothing about the target of all. */
export function sumOf(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  if (values.length === 0 || known.length < values.length) return null;
  return known.reduce((sum, value) => sum + value, 0);
}

/** The month if the span is a full month or the month to date, otherwise null. */
function monthOf({ query: { span, today } }: ValidQuery): string | null {
  const { from, to } = span;
  const end = lastOfMonth(from);
  const isWhole = from === firstOfMonth(from) && (to === end || (to === today && to < end));
  return isWhole ? from.slice(0, 7) : null;
}

/** Targets apply to whole stores; none with any other filter. */
function storesOf({ query: { stores, only } }: ValidQuery): readonly Store[] {
  if (only.some(({ by }) => by !== 'store')) return [];
  return stores.filter((store) => only.every(({ key }) => key === store));
}
