import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import { addDays, weekdayOf } from '../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import { addMonths, firstOfMonth, type Span } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import { readTargets } from '../plans/targets.ts';
import { measuresFor } from './describe.ts';
import type { Checked } from './question.ts';

/** Which weekdays the desk of a store stays closed: 0 is Sunday. */
export interface Closed {
  store: Store;
  closed: number[];
}

export async function readClosed(db: Db<AnyTables>, stores: readonly Store[]): Promise<Closed[]> {
  const { rows } = await sql<Closed>`
    select store, coalesce(array_agg(weekday % 7) filter (where times = 'null'), '{}')::int[] as closed
    from lead_desks d, jsonb_array_elements(d.hours) with ordinality opening (times, weekday)
    where store = any(${stores}::text[]) group by store`.execute(db);
  return rows;
}

/**
 * By the end of the month at the speed of its selling days so far: what is reached ÷ selling days so far,
 * today included, × selling days of the month. `span` is the month so far; null while no day of it has
 * been sold on, and where a store says it is closed every day.
 */
export function paceOf(
  { from, to }: Span,
  reached: number,
  closed: readonly number[],
): number | null {
  const month = from.slice(0, 7);
  let [passed, all] = [0, 0];
  for (let date = from; date.startsWith(month); date = addDays(date, 1)) {
    if (closed.includes(weekdayOf(date))) continue;
    all += 1;
    if (date <= to) passed += 1;
  }
  return passed === 0 ? null : Math.round((reached / passed) * all);
}

/** What grows day by day; a share or a median is as good on the first day as on the last. */
const sums: readonly contract.Unit[] = ['count', 'cents', 'hours'];

/** What the month asked for was meant to come to, and what it will; nothing where that is not a month. */
export async function readGoals(
  db: Db<AnyTables>,
  checked: Checked,
): Promise<contract.Report['goals']> {
  const { report, asked } = checked;
  const month = monthOf(checked);
  const stores = storesOf(checked);
  const measures = measuresFor(report, asked.sight).filter(({ isTarget }) => isTarget);
  if (!month || measures.length === 0 || stores.length === 0) return {};
  const targets = await readTargets(db, stores, report.id, month);
  const isRunning = month === asked.today.slice(0, 7);
  const pace = isRunning && targets.length > 0 ? await readPace(db, checked, stores) : () => null;
  return Object.fromEntries(
    measures.flatMap(({ id, unit }) => {
      const own = targets.filter(({ measure }) => measure === id);
      const isSum = sums.includes(unit);
      // What one store means to reach is no goal for two, and two medians are none for both.
      if (own.length < stores.length || (!isSum && own.length > 1)) return [];
      const target = own.reduce((sum, { value }) => sum + value, 0);
      return [[id, { target, pace: isSum ? pace(id) : null }]];
    }),
  );
}

/** Each store by its own days, since one sells on Sundays and the other does not. */
async function readPace(db: Db<AnyTables>, { report, asked }: Checked, stores: readonly Store[]) {
  const [{ rows }, closed] = await Promise.all([
    report.read(db, { ...asked, stores, only: [] }, 'store', 'rows'),
    readClosed(db, stores),
  ]);
  return (measure: string): number | null => {
    const paces = stores.map((store) => {
      const reached = rows.find(({ key }) => key === store)?.figures[measure] ?? 0;
      const days = closed.find((one) => one.store === store)?.closed ?? [];
      return paceOf(asked.span, reached, days);
    });
    const known = paces.filter((pace) => pace !== null);
    return known.length === 0 ? null : known.reduce((sum, pace) => sum + pace, 0);
  };
}

/** The month a span is all of, or all there has been of it; null where it is no month. */
function monthOf({ asked: { span, today } }: Checked): string | null {
  const { from, to } = span;
  const end = addDays(addMonths(firstOfMonth(from), 1), -1);
  const isWhole = from === firstOfMonth(from) && (to === end || (to === today && to < end));
  return isWhole ? from.slice(0, 7) : null;
}

/** Targets are of whole stores: what is narrowed to anything else has none. */
function storesOf({ asked: { stores, only } }: Checked): readonly Store[] {
  if (only.some(({ by }) => by !== 'store')) return [];
  return stores.filter((store) => only.every(({ key }) => key === store));
}
