import { sql } from 'kysely';
import { addDays, dayStart } from '../../../../../platform/contract/wallTime.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import { earlier, lastOfMonth, later, type Span } from '../../../contract/period.ts';
import type { ReadQuery, ReadResult, ReadRow } from '../../report.ts';
import { figuresOf, type Sums } from './measures.ts';
import {
  countsStore,
  dayAt,
  groupings,
  keysOf,
  type Member,
  nameOf,
  readStaff,
  worksAt,
} from './staff.ts';

/** Hours of the employees the reader manages, by day as on their timesheets. */
export async function readPeople(
  db: Db<AnyTables>,
  query: ReadQuery,
  by: string,
): Promise<ReadResult> {
  const staff = await readStaff(db, query);
  const firstPunches = await readFirstPunches(db, staff);
  const rows =
    by === 'month' ? byMonth(staff, query, firstPunches) : byKey(staff, query, by, firstPunches);
  return { rows, total: figuresOf(sumUp(staff, spanOf(query), query, firstPunches)) };
}

type FirstPunches = ReadonlyMap<number, Date>;

function byKey(
  staff: readonly Member[],
  query: ReadQuery,
  by: string,
  firstPunches: FirstPunches,
): ReadRow[] {
  const found = new Map<string, Member[]>();
  for (const member of staff) {
    for (const key of keysOf(member, query, by)) {
      found.set(key, [...(found.get(key) ?? []), member]);
    }
  }
  const choices = groupings.find(({ id }) => id === by)?.choices;
  return [...found].flatMap(([key, members]) => {
    const asked = by === 'store' ? { ...query, only: [...query.only, { by, key }] } : query;
    const sums = sumUp(members, spanOf(query), asked, firstPunches);
    const [first] = members;
    const label = choices?.find((one) => one.key === key)?.label ?? (first && nameOf(first.person));
    return isNothing(sums) ? [] : [{ key, label: label ?? key, figures: figuresOf(sums) }];
  });
}

function byMonth(
  staff: readonly Member[],
  query: ReadQuery,
  firstPunches: FirstPunches,
): ReadRow[] {
  const { from, to } = spanOf(query);
  const rows: ReadRow[] = [];
  for (let first = from; first <= to; ) {
    const key = first.slice(0, 7);
    const last = lastOfMonth(first);
    const sums = sumUp(staff, { from: first, to: earlier(last, to) }, query, firstPunches);
    if (!isNothing(sums)) rows.push({ key, label: key, figures: figuresOf(sums) });
    first = addDays(last, 1);
  }
  return rows;
}

const isNothing = ({ workers, headcount, openPunches }: Sums) =>
  workers.size + headcount + openPunches === 0;

/** The requested days, limited to the filtered month; may be empty. */
export function spanOf({ span, only }: ReadQuery): Span {
  const month = only.find(({ by }) => by === 'month')?.key;
  if (!month) return span;
  const first = `${month}-01`;
  return { from: later(span.from, first), to: earlier(lastOfMonth(first), span.to) };
}

function sumUp(
  staff: readonly Member[],
  { from, to }: Span,
  query: ReadQuery,
  firstPunches: FirstPunches,
): Sums {
  const { timezone, now } = query;
  const sums: Sums = {
    workers: new Set(),
    headcount: 0,
    paidMs: 0,
    overtimeMs: 0,
    missedBreaks: 0,
    openPunches: 0,
    weeks: 0,
    approvedWeeks: 0,
  };
  if (from > to) return sums;
  const end = Math.min(dayStart(timezone, addDays(to, 1)), now.getTime());
  for (const member of staff) {
    const { person, weeks } = member;
    const isMember = worksAt(person, query).some((store) => countsStore(member, query, store));
    if (isMember && isOnStaff(person, firstPunches.get(person.id), end)) sums.headcount += 1;
    for (const week of weeks) addWeek(sums, member, week, { from, to }, query);
  }
  return sums;
}

function addWeek(
  sums: Sums,
  member: Member,
  week: Member['weeks'][number],
  { from, to }: Span,
  query: ReadQuery,
): void {
  const { start, isOver, state } = week;
  const days = week.days.map((day) => dayAt(member, day, query));
  for (const { date, paidMs, overtimeMs, missedBreak, noClockOut } of days) {
    if (date < from || date > to) continue;
    if (paidMs > 0) sums.workers.add(member.person.id);
    sums.paidMs += paidMs;
    sums.overtimeMs += overtimeMs;
    if (missedBreak) sums.missedBreaks += 1;
    if (noClockOut) sums.openPunches += 1;
  }
  const last = addDays(start, 6);
  if (!isOver || last < from || last > to) return;
  // A week of two stores counts in each, and once in their total.
  if (days.every(({ paidMs, noClockOut }) => paidMs === 0 && !noClockOut)) return;
  sums.weeks += 1;
  if (state === 'approved') sums.approvedWeeks += 1;
}

const isOnStaff = (person: Member['person'], first: Date | undefined, end: number) =>
  Math.min(person.created_at.getTime(), first?.getTime() ?? Number.POSITIVE_INFINITY) <= end &&
  (person.deleted_at ? person.deleted_at.getTime() > end : person.is_active);

/** The first punch per employee: imported hours may be older than the account. */
async function readFirstPunches(
  db: Db<AnyTables>,
  staff: readonly Member[],
): Promise<FirstPunches> {
  const ids = staff.map(({ person }) => person.id);
  const { rows } = await sql<{ id: number; at: Date }>`
    select p.id, first.at from unnest(${ids}::integer[]) p (id) cross join lateral (
      select t.at from time_punches t where t.user_id = p.id order by t.at limit 1) first`.execute(
    db,
  );
  return new Map(rows.map(({ id, at }) => [id, at]));
}
