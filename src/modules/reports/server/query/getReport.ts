import type { AnyTables, Db } from '../../../../platform/server/db/database.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as contract from '../../contract/report.ts';
import { rowsAtMost } from '../../contract/report.ts';
import type { ReportQuery } from '../../contract.ts';
import type { Scope } from '../policy.ts';
import type { ReadQuery } from '../report.ts';
import { compareRows, figuresOf, monthName } from './compare.ts';
import { readGoals } from './goals.ts';
import { lastTwelveMonths, readMonths } from './months.ts';
import { type ValidQuery, validateQuery } from './validate.ts';

export type GetReport = typeof getReport;

/**
 * A report limited to this scope, for a span, the previous span and the same days a year ago. Throws 400, 403
 * or 404 when the query is invalid or not allowed.
 */
export async function getReport(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: contract.ReportId,
  reportQuery: ReportQuery,
  { now = new Date(), rows = rowsAtMost }: { now?: Date; rows?: number } = {},
): Promise<contract.Report> {
  const valid = validateQuery(scope, id, reportQuery, { timezone: await getTimezone(db), now });
  const { report, by, query, previous, yearBefore } = valid;
  const read = (spanQuery: ReadQuery) => report.read(db, spanQuery, by);
  const [since, current, before, ago, nothing, noRow, months, goals, narrowed] = await Promise.all([
    report.since(db, query),
    read(query),
    read(previous),
    read(yearBefore),
    readNothing(db, valid),
    readNothing(db, forEmptyRow(valid)),
    readMonths(db, valid),
    readGoals(db, valid),
    labelFilters(db, valid),
  ]);
  const [none, emptyRow] = [nothing, noRow].map((figures) => figuresOf(figures, report, scope));
  const known = { since, nothing: none ?? {}, noRow: emptyRow ?? {} };
  return {
    id,
    span: query.span,
    previous: previous.span,
    yearBefore: yearBefore.span,
    by,
    ...compareRows(valid, { current, previous: before, yearBefore: ago }, known, rows),
    months: lastTwelveMonths(valid, months, known),
    narrowed,
    gaps: gapsOf(valid, since),
    goals,
    asOf: now.toISOString(),
    timezone: query.timezone,
  };
}

/** Keyed by report and the groupings of its filters. */
const nothings = new Map<string, contract.Figures>();
const never = { from: '1990-01-01', to: '1990-01-01' };

/** The figures without any records, the same for every reader: zero for counts, null for averages. */
export async function readNothing(
  db: Platform['db'],
  { report, by, query }: ValidQuery,
): Promise<contract.Figures> {
  const name = [report.id, ...new Set(query.only.map((one) => one.by))].join(' ');
  const known = nothings.get(name);
  if (known) return known;
  const { total } = await report.read(db, { ...query, stores: [], span: never }, by);
  nothings.set(name, total);
  return total;
}

/** The same for an empty row: a measure that cannot be grouped this way is null there, not zero. */
const forEmptyRow = ({ by, query, ...valid }: ValidQuery): ValidQuery => {
  const only = [...query.only.filter((one) => one.by !== by), { by, key: '' }];
  return { ...valid, by, query: { ...query, only } };
};

/** No silent zeros: reports stores whose records begin after the start of the span. */
function gapsOf(
  { report, query: { stores, span } }: ValidQuery,
  since: Awaited<ReturnType<ValidQuery['report']['since']>>,
): contract.Report['gaps'] {
  const start = report.isSnapshot ? span.to : span.from;
  return stores
    .map((store) => ({ store, since: since.find((one) => one.store === store)?.since ?? null }))
    .filter((one) => one.since === null || one.since > start);
}

type AppliedFilter = contract.Report['narrowed'][number];

/** The filters of a report with their labels. */
const labelFilters = (db: Db<AnyTables>, valid: ValidQuery): Promise<AppliedFilter[]> =>
  Promise.all(
    valid.query.only.map(async ({ by, key }) => ({
      by,
      key,
      label: await labelOf(db, valid, by, key),
    })),
  );

async function labelOf(
  db: Db<AnyTables>,
  { report, query }: ValidQuery,
  by: string,
  key: string,
): Promise<string> {
  const choices = report.groupings.find(({ id }) => id === by)?.choices;
  const choice = choices?.find((one) => one.key === key);
  if (choice) return choice.label;
  if (by === 'month') return monthName(key);
  const only = [{ by, key }];
  // Without records in the requested days, look in all others.
  for (const span of [query.span, everSince(query.today)]) {
    const { rows } = await report.read(db, { ...query, span, only }, by, 'rows');
    const found = rows.find((row) => row.key === key);
    if (found) return found.label;
  }
  return key === '' ? 'Not specified' : key;
}

const everSince = (today: string) => ({ from: '2000-01-01', to: today });
