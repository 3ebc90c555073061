import type { Platform } from '../../../../platform/server/platform.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type * as contract from '../../contract/report.ts';
import { rowsAtMost } from '../../contract/report.ts';
import type { Question } from '../../contract.ts';
import type { Scope } from '../policy.ts';
import type { ReportQuery } from '../report.ts';
import { compareRows, figuresOf } from './compare.ts';
import { labelFilters } from './filters.ts';
import { readGoals } from './goals.ts';
import { lastTwelveMonths, readMonths } from './months.ts';
import { type ValidQuery, validateQuestion } from './query.ts';

export type GetReport = typeof getReport;

/**
 * A report limited to this scope, for a span, the previous span and the same days a year ago. Throws 400, 403
 * or 404 when the question is invalid or not allowed.
 */
export async function getReport(
  { db }: Pick<Platform, 'db'>,
  scope: Scope,
  id: contract.ReportId,
  question: Question,
  { now = new Date(), rows = rowsAtMost }: { now?: Date; rows?: number } = {},
): Promise<contract.Report> {
  const valid = validateQuestion(scope, id, question, { timezone: await getTimezone(db), now });
  const { report, by, query, previous, yearBefore } = valid;
  const read = (spanQuery: ReportQuery) => report.read(db, spanQuery, by);
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
