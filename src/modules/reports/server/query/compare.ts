import { addMonths, monthsIn } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import { rowsAtMost } from '../../contract/report.ts';
import type { Scope } from '../policy.ts';
import type { ReadQuery, ReadResult, ReadRow, Report } from '../report.ts';
import { leadingFor, measuresFor } from './describe.ts';
import { monthsBetween, type ValidQuery } from './validate.ts';

/** Since when there are records, and the figures a report shows without any. */
export interface Known {
  since: Awaited<ReturnType<Report['since']>>;
  nothing: contract.Figures;
  /** The figures of an empty row. */
  noRow: contract.Figures;
}

interface Read {
  current: ReadResult;
  previous: ReadResult;
  yearBefore: ReadResult;
}

type ReportFigures = Pick<contract.Report, 'rows' | 'isCut' | 'total'>;

/** Only what this scope may see, in whole cents, and null for what was not calculated. */
export const figuresOf = (figures: contract.Figures, report: Report, scope: Scope) =>
  Object.fromEntries(
    measuresFor(report, scope).map(({ id, unit }) => [id, tidy(figures[id] ?? null, unit)]),
  );

/** Whole cents, and at most six decimals for anything else. */
function tidy(value: number | null, unit: contract.Unit): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const rounded = unit === 'cents' ? Math.round(value) : Number(value.toFixed(6));
  return rounded === 0 ? 0 : rounded;
}

/** The rows found in any of the three spans side by side, and their totals. */
export function compareRows(
  valid: ValidQuery,
  read: Read,
  known: Known,
  atMost = rowsAtMost,
): ReportFigures {
  const { query, previous, yearBefore } = valid;
  const spans = [
    { result: read.current, query },
    { result: read.previous, query: previous },
    { result: read.yearBefore, query: yearBefore },
  ] as const;
  const [current, before, ago] = spans.map((span) => lookUp(valid, known, span));
  const compared = (key: string | null) => ({
    figures: current?.(key) ?? {},
    previous: before?.(key) ?? {},
    yearBefore: ago?.(key) ?? {},
  });
  const rows = inOrder(valid, labelsOf(valid, spans)).map(({ key, label }) => ({
    key,
    label,
    ...compared(key),
  }));
  const ordered = sorted(valid, rows);
  return {
    rows: ordered.slice(0, atMost),
    isCut: ordered.length > atMost,
    total: compared(null),
  };
}

interface SpanResult {
  result: ReadResult;
  query: ReadQuery;
}
type Named = Pick<ReadRow, 'key' | 'label'>;

/** Returns a function that finds the figures of a row in one span; null stands for the total. */
function lookUp(
  { report, query, by }: ValidQuery,
  known: Known,
  { result, query: then }: SpanResult,
) {
  const months = monthsBetween(query.span.from, then.span.from);
  const rows = new Map(result.rows.map((row) => [row.key, row.figures]));
  const visible = (figures: contract.Figures | undefined) =>
    figures ? figuresOf(figures, report, query.scope) : known.noRow;
  const unknown = figuresOf({}, report, query.scope);
  return (key: string | null): contract.Figures => {
    // Records without a store are known as soon as any store has records.
    if (!isKnown(known, by === 'store' ? key || null : null, then)) return unknown;
    if (key === null) return visible(result.total);
    if (by !== 'month') return visible(rows.get(key));
    const month = moveMonth(key, months);
    return isBegun(known, month) ? visible(rows.get(month)) : unknown;
  };
}

/** Whether the store, or any store for null, had records by the end of a span. */
function isKnown(known: Known, store: string | null, { only, span: { to } }: ReadQuery): boolean {
  const month = only.find(({ by }) => by === 'month')?.key;
  if (month && !isBegun(known, month)) return false;
  return known.since.some(
    (one) => one.since !== null && one.since <= to && (store === null || one.store === store),
  );
}

/** Whether any store had records by the end of a month. */
export const isBegun = ({ since }: Known, month: string): boolean =>
  since.some((one) => one.since !== null && one.since.slice(0, 7) <= month);

const moveMonth = (month: string, months: number) => addMonths(`${month}-01`, months).slice(0, 7);

/** All rows: those of the current span first, then those found only in the other spans. */
function labelsOf({ query, by }: ValidQuery, spans: readonly SpanResult[]): Named[] {
  // Includes months without records.
  if (by === 'month') return monthsIn(query.span).map((key) => ({ key, label: monthName(key) }));
  const labels = new Map<string, string>();
  for (const { result } of spans) {
    for (const { key, label } of result.rows) if (!labels.has(key)) labels.set(key, label);
  }
  return [...labels].map(([key, label]) => ({ key, label }));
}

const names = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
/** `2026-11` as `Nov 2026`. */
export const monthName = (month: string): string => names.format(new Date(`${month}-01T00:00:00Z`));

/** Rows of a grouping with fixed choices keep the order of the choices. */
function inOrder({ report, by }: ValidQuery, named: Named[]): Named[] {
  const choices = report.groupings.find(({ id }) => id === by)?.choices;
  if (!choices) return named;
  const place = (key: string) => {
    const found = choices.findIndex((choice) => choice.key === key);
    return found < 0 ? choices.length : found;
  };
  return named.sort((a, b) => place(a.key) - place(b.key));
}

/** Months by time, fixed choices in their order, and the rest by the leading measure, highest first. */
function sorted({ report, query, by }: ValidQuery, rows: contract.Row[]): contract.Row[] {
  const [leading] = leadingFor(report, query.scope);
  if (by === 'month' || report.groupings.find(({ id }) => id === by)?.choices) return rows;
  const value = ({ figures }: contract.Row) => (leading ? (figures[leading] ?? -Infinity) : 0);
  // Infinity minus Infinity is NaN.
  const descending = (a: number, b: number) => (a === b ? 0 : b - a);
  return rows.sort(
    (a, b) => descending(value(a), value(b)) || a.label.localeCompare(b.label, 'en'),
  );
}
