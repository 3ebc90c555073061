import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import { type ReportFilter, readFilters } from '../../contract/filters.ts';
import {
  addMonths,
  earlier,
  previousOf,
  type Span,
  spanOf,
  yearBefore as yearBeforeOf,
} from '../../contract/period.ts';
import type { ReportId } from '../../contract/report.ts';
import { filtersMax, type ReportQuery } from '../../contract.ts';
import { findReport } from '../all.ts';
import type { Scope } from '../policy.ts';
import type { ReadQuery, Report } from '../report.ts';
import { groupingsFor } from './describe.ts';

export interface ValidQuery {
  report: Report;
  by: string;
  query: ReadQuery;
  previous: ReadQuery;
  yearBefore: ReadQuery;
}

export interface QueryContext {
  timezone: string;
  now: Date;
}

const years = 10;
const firstDay = '2000-01-01';

/** Throws 400, 403 or 404 when the query is invalid or not allowed for this scope. */
export function validateQuery(
  scope: Scope,
  id: ReportId,
  reportQuery: ReportQuery,
  { timezone, now }: QueryContext,
): ValidQuery {
  const report = findReport(id);
  if (report.isFor && !report.isFor.may(scope)) {
    throw forbidden(`“${report.title}” requires ${report.isFor.requirement}.`);
  }
  if (reportQuery.store && !scope.stores.includes(reportQuery.store)) throw notFound();
  const today = dateAt(timezone, now.getTime());
  const span = validateSpan(reportQuery, today);
  const by = reportQuery.by ?? groupingsFor(report, scope)[0]?.id ?? 'store';
  validateGrouping(report, scope, by);
  const only = validateFilters(report, scope, reportQuery.only);
  const stores = reportQuery.store ? [reportQuery.store] : scope.stores;
  const query = { stores, span, only, timezone, today, now, scope };
  return {
    report,
    by,
    query,
    previous: withPeriod(query, previousOf(reportQuery.period, span)),
    yearBefore: withPeriod(query, yearBeforeOf(span)),
  };
}

function validateSpan({ period, from, to }: ReportQuery, today: string): Span {
  if (period !== 'custom') {
    if (from === undefined && to === undefined) return spanOf(period, today);
    throw invalid('Custom dates require the period “custom”.');
  }
  if (from === undefined || to === undefined)
    throw invalid('Enter both a start date and an end date.');
  if (from > to) throw invalid('The start date is after the end date.');
  if (from < firstDay) throw invalid('Choose a start date in 2000 or later.');
  if (from > today) throw invalid('The start date is in the future.');
  if (from < addMonths(to, -12 * years))
    throw invalid(`Choose a period of ${years} years or less.`);
  // Days after today have no records yet.
  return { from, to: earlier(to, today) };
}

function validateGrouping(report: Report, scope: Scope, by: string): void {
  const grouping = report.groupings.find(({ id }) => id === by);
  if (!grouping) throw invalid(`“${report.title}” has no such grouping.`);
  if (grouping.isPersonal && !scope.people) {
    throw forbidden('Comparing employees requires a manager role or above.');
  }
}

function validateFilters(report: Report, scope: Scope, text: string): ReportFilter[] {
  const only = readFilters(text);
  if (!only) throw invalid('Invalid filter.');
  if (only.length > filtersMax) {
    throw invalid(`Use ${filtersMax} filters or fewer.`);
  }
  for (const { by, key } of only) {
    validateGrouping(report, scope, by);
    validateKey(report, by, key);
    if (by === 'store' && key !== '' && !scope.stores.some((store) => store === key)) {
      throw notFound();
    }
  }
  return only;
}

function validateKey(report: Report, by: string, key: string): void {
  const grouping = report.groupings.find(({ id }) => id === by);
  // The empty key is a row too, e.g. leads without a lost reason.
  const isChoice = key === '' || (grouping?.choices?.some((one) => one.key === key) ?? true);
  const isMonth = by !== 'month' || /^20\d\d-(0[1-9]|1[0-2])$/.test(key);
  // PostgreSQL text cannot contain a null character.
  if (isChoice && isMonth && !key.includes('\0')) return;
  throw invalid(`There is no such ${grouping?.label.toLowerCase() ?? 'thing'}.`);
}

/** The same query for other days; a month filter moves with them. */
function withPeriod(query: ReadQuery, span: Span): ReadQuery {
  const months = monthsBetween(query.span.from, span.from);
  const only = query.only.map(({ by, key }) =>
    by === 'month' ? { by, key: addMonths(`${key}-01`, months).slice(0, 7) } : { by, key },
  );
  return { ...query, span, only };
}

/** The number of calendar months from the first date to the second. */
export function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(to) - count(from);
}
