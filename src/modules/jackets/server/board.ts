import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../platform/contract/endpoint.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import {
  addDays,
  type CalendarDate,
  dateAt,
  dayStart,
} from '../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../platform/server/http/actor.ts';
import { csvFile } from '../../../platform/server/http/files/csvFile.ts';
import { allOf, countUpTo, escapeLike } from '../../../platform/server/records/queries.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { recordsMatching } from '../../customers/server/public.ts';
import { exactDealMatches } from '../../deals/server/public.ts';
import { typeName } from '../../documents/contract.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { orderNumberOf } from '../../repair-orders/server/public.ts';
import { cabinetOf, checklistNames, type RecordKind } from '../contract/kinds.ts';
import {
  boardDays,
  type countDealJackets,
  type JacketRow,
  type listDealJackets,
} from '../contract.ts';
import { assertMayExport, storesOf } from './policy.ts';
import {
  hiredOn,
  joinNeeds,
  type Subject,
  selectSubjects,
  subjectColumns,
  subjectsAt,
  subjectTypes,
} from './records/subjects.ts';
import type { JacketsDb } from './tables.ts';

type Filters = ValidOf<typeof countDealJackets>['query'];
type Page = Pick<ValidOf<typeof listDealJackets>['query'], 'limit' | 'after' | 'afterId'>;

interface BoardRow extends Subject {
  since: string;
  needed: number;
  missing: string[];
}

const maxRows = 20_000;
const dayMs = 86_400_000;

/** One page of the records whose jacket is incomplete, oldest first. */
export async function listJackets(
  db: JacketsDb,
  actor: Actor,
  record: RecordKind,
  query: Filters & Page,
): Promise<JacketRow[]> {
  const { today, timezone } = await getNow(db);
  const { after, afterId = 0, limit } = query;
  const later = after !== undefined && sql`(s.since, s.id) > (${after}::date, ${afterId})`;
  const { rows } = await sql<BoardRow>`
    select ${subjectColumns}, needs.needed, needs.missing
    from ${incomplete(actor, record, query, today, timezone)} ${later ? sql`and ${later}` : sql``}
    order by s.since, s.id limit ${limit}`.execute(db);
  return rows.map((row) => toRow(row, today));
}

/** Number of records whose jacket is incomplete, up to 10,000. */
export async function countJackets(
  db: JacketsDb,
  actor: Actor,
  record: RecordKind,
  filters: Filters,
) {
  const { today, timezone } = await getNow(db);
  return countUpTo(db, sql`from ${incomplete(actor, record, filters, today, timezone)}`);
}

async function getNow(db: JacketsDb): Promise<{ today: CalendarDate; timezone: string }> {
  const timezone = await getTimezone(db);
  return { timezone, today: dateAt(timezone, Date.now()) };
}

/** Subjects `s` with what each `needs`, of which something is missing. */
function incomplete(
  actor: Actor,
  record: RecordKind,
  filters: Filters,
  today: CalendarDate,
  timezone: string,
): RawBuilder<unknown> {
  const where = allOf([
    subjectsAt(
      record,
      filters.store ? own(actor, record, filters.store) : storesOf(actor, record),
      today,
    ),
    isDue(record, today, timezone),
    filters.q !== '' && matchesText(actor, record, filters.q),
    filters.employeeId !== undefined && isOf(record, filters.employeeId),
  ]);
  const matches = allOf([
    sql`needs.missing is not null`,
    filters.kind && sql`s.kind = ${filters.kind}`,
    filters.missing && sql`${filters.missing} = any(needs.missing)`,
  ]);
  return sql`(${selectSubjects(record, where, timezone)}) s ${joinNeeds(record, today)} where ${matches}`;
}

const own = (actor: Actor, record: RecordKind, store: NonNullable<Filters['store']>) =>
  storesOf(actor, record).filter((one) => one === store);

/** Signed, closed or hired within the last year; also who will start. */
function isDue(record: RecordKind, today: CalendarDate, timezone: string): RawBuilder<boolean> {
  const first = addDays(today, -boardDays);
  const start = new Date(dayStart(timezone, first));
  switch (record) {
    case 'deal':
      return sql<boolean>`d.signed_on >= ${first}::date`;
    case 'repair_order':
      return sql<boolean>`r.status = 'closed' and r.closed_at >= ${start}::timestamptz`;
    case 'employee':
      return sql<boolean>`${hiredOn(timezone)} >= ${first}::date`;
  }
}

function matchesText(actor: Actor, record: RecordKind, typed: string): RawBuilder<unknown> {
  const stores = storesOf(actor, record);
  switch (record) {
    case 'deal':
      return sql`d.id in ${recordsMatching(typed, { table: 'deals', stores, exact: exactDealMatches(typed) })}`;
    case 'repair_order': {
      const exact = [sql`number = ${orderNumberOf(typed)}`];
      return sql`r.id in ${recordsMatching(typed, { table: 'repair_orders', stores, exact })}`;
    }
    case 'employee':
      return sql`folded(u.shown_name) like '%' || folded(${escapeLike(typed)}) || '%'`;
  }
}

function isOf(record: RecordKind, employeeId: number): RawBuilder<boolean> {
  switch (record) {
    case 'deal':
      return sql<boolean>`(d.salesperson_id = ${employeeId} or d.second_salesperson_id = ${employeeId})`;
    case 'repair_order':
      return sql<boolean>`r.advisor_id = ${employeeId}`;
    case 'employee':
      return sql<boolean>`u.id = ${employeeId}`;
  }
}

const daysBetween = (from: CalendarDate, to: CalendarDate) =>
  Math.round((Date.parse(to) - Date.parse(from)) / dayMs);

const toRow = (row: BoardRow, today: CalendarDate): JacketRow => ({
  id: row.id,
  title: row.title,
  store: row.store,
  kind: row.kind,
  customer: row.customer,
  vehicle: row.vehicle,
  employee: row.employee,
  since: row.since,
  days: daysBetween(row.since, today),
  deliveredOn: row.delivered_on,
  missing: row.missing,
  needed: row.needed,
});

const subjectNames: Record<RecordKind, string> = {
  deal: 'Incomplete deal jackets',
  repair_order: 'Incomplete repair order jackets',
  employee: 'Incomplete personnel files',
};

/** The board as CSV, recorded in the activity log. */
export async function exportJackets(
  db: JacketsDb,
  record: RecordKind,
  {
    actor,
    body,
    ip,
    noteExported,
  }: { actor: Actor; body: Filters; ip: string; noteExported: (rows: number) => void },
) {
  assertMayExport(actor, record);
  const rows = await listJackets(db, actor, record, { ...body, limit: maxRows });
  const { today } = await getNow(db);
  await recordActivity(db, {
    actor,
    action: 'jackets.exported',
    subject: { type: subjectTypes[record], id: null, name: subjectNames[record] },
    after: { rows: rows.length, ...body },
    ip,
  });
  noteExported(rows.length);
  const head = ['number', 'kind', 'store', 'customer', 'vehicle', 'employee'];
  const lines = rows.map((row) => [
    row.title,
    checklistNames[row.kind],
    row.store === null ? '' : storeNames[row.store],
    row.customer ?? '',
    row.vehicle ?? '',
    row.employee ?? '',
    row.since,
    String(row.days),
    row.deliveredOn ?? '',
    String(row.missing.length),
    row.missing.map((type) => typeName(cabinetOf[record], type)).join('; '),
  ]);
  return csvFile(`jackets-${today}.csv`, [
    [...head, 'since', 'days', 'delivered_on', 'missing_count', 'missing'],
    ...lines,
  ]);
}
