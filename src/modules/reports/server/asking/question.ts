import { dateAt } from '../../../../platform/contract/wallTime.ts';
import { forbidden, invalid, notFound } from '../../../../platform/server/http/errors.ts';
import { type Narrowing, readNarrowings } from '../../contract/narrowing.ts';
import {
  addMonths,
  earlier,
  previousOf,
  type Span,
  spanOf,
  yearBefore as yearBeforeOf,
} from '../../contract/period.ts';
import type { ReportId } from '../../contract/report.ts';
import { narrowingsMax, type Question } from '../../contract.ts';
import { findReport } from '../all.ts';
import type { Scope } from '../policy.ts';
import type { Report, ReportQuery } from '../report.ts';
import { groupingsFor } from './describe.ts';

/** A question there is an answer to. */
export interface Checked {
  report: Report;
  by: string;
  asked: ReportQuery;
  previous: ReportQuery;
  yearBefore: ReportQuery;
}

interface Circumstances {
  timezone: string;
  now: Date;
}

const years = 10;
const firstDay = '2000-01-01';

/** Throws 400, 403 or 404 with a sentence where somebody with this sight cannot be answered. */
export function checkQuestion(
  sight: Scope,
  id: ReportId,
  question: Question,
  { timezone, now }: Circumstances,
): Checked {
  const report = findReport(id);
  if (report.isFor && !report.isFor.may(sight)) {
    throw forbidden(`“${report.title}” is for ${report.isFor.whom}.`);
  }
  if (question.store && !sight.stores.includes(question.store)) throw notFound();
  const today = dateAt(timezone, now.getTime());
  const span = checkSpan(question, today);
  const by = question.by ?? groupingsFor(report, sight)[0]?.id ?? 'store';
  checkGrouping(report, sight, by);
  const only = checkNarrowings(report, sight, question.only);
  const stores = question.store ? [question.store] : sight.stores;
  const asked = { stores, span, only, timezone, today, now, sight };
  return {
    ...{ report, by, asked },
    previous: withPeriod(asked, previousOf(question.period, span)),
    yearBefore: withPeriod(asked, yearBeforeOf(span)),
  };
}

function checkSpan({ period, from, to }: Question, today: string): Span {
  if (period !== 'custom') {
    if (from === undefined && to === undefined) return spanOf(period, today);
    throw invalid('Days of your own go with the period “custom”.');
  }
  if (from === undefined || to === undefined)
    throw invalid('Say both days, the first and the last.');
  if (from > to) throw invalid('The first day is after the last.');
  if (from < firstDay) throw invalid('There are no figures of the time before 2000.');
  if (from > today) throw invalid('These days have not come yet.');
  if (from < addMonths(to, -12 * years)) throw invalid(`A report is of ${years} years at most.`);
  // What is dated later has not happened yet.
  return { from, to: earlier(to, today) };
}

function checkGrouping(report: Report, sight: Scope, by: string): void {
  const grouping = report.groupings.find(({ id }) => id === by);
  if (!grouping) throw invalid(`“${report.title}” is not told apart by that.`);
  if (grouping.isPersonal && !sight.people) {
    throw forbidden('One person beside another is for those who lead people.');
  }
}

function checkNarrowings(report: Report, sight: Scope, text: string): Narrowing[] {
  const only = readNarrowings(text);
  if (!only) throw invalid('It is not clear what this report is narrowed to.');
  if (only.length > narrowingsMax) {
    throw invalid(`A report is narrowed to ${narrowingsMax} things at most.`);
  }
  for (const { by, key } of only) {
    checkGrouping(report, sight, by);
    checkKey(report, by, key);
    if (by === 'store' && key !== '' && !sight.stores.some((store) => store === key)) {
      throw notFound();
    }
  }
  return only;
}

function checkKey(report: Report, by: string, key: string): void {
  const grouping = report.groupings.find(({ id }) => id === by);
  // Nothing at all, such as no reason of a lead that is not lost, may have a row too.
  const isChoice = key === '' || (grouping?.choices?.some((one) => one.key === key) ?? true);
  const isMonth = by !== 'month' || /^20\d\d-(0[1-9]|1[0-2])$/.test(key);
  // PostgreSQL keeps no text with a zero in it.
  if (isChoice && isMonth && !key.includes('\0')) return;
  throw invalid(`There is no such ${grouping?.label.toLowerCase() ?? 'thing'}.`);
}

/** The same of other days; a month it is narrowed to moves with them. */
function withPeriod(asked: ReportQuery, span: Span): ReportQuery {
  const months = monthsBetween(asked.span.from, span.from);
  const only = asked.only.map(({ by, key }) =>
    by === 'month' ? { by, key: addMonths(`${key}-01`, months).slice(0, 7) } : { by, key },
  );
  return { ...asked, span, only };
}

/** How many months the month of the second day is after that of the first. */
export function monthsBetween(from: string, to: string): number {
  const count = (date: string) => Number(date.slice(0, 4)) * 12 + Number(date.slice(5, 7));
  return count(to) - count(from);
}
