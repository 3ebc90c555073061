import { addMonths, monthsIn } from '../../contract/period.ts';
import type * as contract from '../../contract/report.ts';
import { rowsAtMost } from '../../contract/report.ts';
import type { Scope } from '../policy.ts';
import type { Figured, ReadRow, Report, ReportQuery } from '../report.ts';
import { leadingFor, measuresFor } from './describe.ts';
import { type Checked, monthsBetween } from './question.ts';

/** What is known of the time there are records of, and what a report says where there is nothing. */
export interface Known {
  since: Awaited<ReturnType<Report['since']>>;
  nothing: contract.Figures;
  /** And in a row there is nothing of. */
  noRow: contract.Figures;
}

interface Read {
  current: Figured;
  previous: Figured;
  yearBefore: Figured;
}

type ReportFigures = Pick<contract.Report, 'rows' | 'isCut' | 'total'>;

/** Only what this sight may know, in whole cents, and null for what was not reckoned. */
export const figuresOf = (figures: contract.Figures, report: Report, sight: Scope) =>
  Object.fromEntries(
    measuresFor(report, sight).map(({ id, unit }) => [id, tidy(figures[id] ?? null, unit)]),
  );

/** Cents are whole, and a third of something is not told to the last digit of a computer. */
function tidy(value: number | null, unit: contract.Unit): number | null {
  if (value === null || !Number.isFinite(value)) return null;
  const rounded = unit === 'cents' ? Math.round(value) : Number(value.toFixed(6));
  return rounded === 0 ? 0 : rounded;
}

/** The rows of three spans side by side, whoever is in any of them, and the same of all together. */
export function compareRows(
  checked: Checked,
  read: Read,
  known: Known,
  atMost = rowsAtMost,
): ReportFigures {
  const { asked, previous, yearBefore } = checked;
  const spans = [
    { figured: read.current, asked },
    { figured: read.previous, asked: previous },
    { figured: read.yearBefore, asked: yearBefore },
  ] as const;
  const [current, before, ago] = spans.map((spanned) => lookUp(checked, known, spanned));
  const compared = (key: string | null) => ({
    figures: current?.(key) ?? {},
    previous: before?.(key) ?? {},
    yearBefore: ago?.(key) ?? {},
  });
  const rows = inOrder(checked, labelsOf(checked, spans)).map(({ key, label }) => ({
    key,
    label,
    ...compared(key),
  }));
  const ordered = sorted(checked, rows);
  return {
    rows: ordered.slice(0, atMost),
    isCut: ordered.length > atMost,
    total: compared(null),
  };
}

interface Spanned {
  figured: Figured;
  asked: ReportQuery;
}
type Named = Pick<ReadRow, 'key' | 'label'>;

/** How the figures of a row are found in one span; of no key those of all together. */
function lookUp({ report, asked, by }: Checked, known: Known, { figured, asked: then }: Spanned) {
  const months = monthsBetween(asked.span.from, then.span.from);
  const rows = new Map(figured.rows.map((row) => [row.key, row.figures]));
  const told = (figures: contract.Figures | undefined) =>
    figures ? figuresOf(figures, report, asked.sight) : known.noRow;
  const unknown = figuresOf({}, report, asked.sight);
  return (key: string | null): contract.Figures => {
    // What is of no store is known as long as that of any is.
    if (!isKnown(known, by === 'store' ? key || null : null, then)) return unknown;
    if (key === null) return told(figured.total);
    if (by !== 'month') return told(rows.get(key));
    const month = moveMonth(key, months);
    return isBegun(known, month) ? told(rows.get(month)) : unknown;
  };
}

/** Whether a store, or any of them, had records by the end of a span. */
function isKnown(known: Known, store: string | null, { only, span: { to } }: ReportQuery): boolean {
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

/** Who has a row: in the span first, and whoever had one in what it is compared with. */
function labelsOf({ asked, by }: Checked, spans: readonly Spanned[]): Named[] {
  // Also the months nothing happened in.
  if (by === 'month') return monthsIn(asked.span).map((key) => ({ key, label: monthName(key) }));
  const labels = new Map<string, string>();
  for (const { figured } of spans) {
    for (const { key, label } of figured.rows) if (!labels.has(key)) labels.set(key, label);
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

/** Where all there ever are is known, they keep the order they are known in. */
function inOrder({ report, by }: Checked, named: Named[]): Named[] {
  const choices = report.groupings.find(({ id }) => id === by)?.choices;
  if (!choices) return named;
  const place = (key: string) => {
    const found = choices.findIndex((choice) => choice.key === key);
    return found < 0 ? choices.length : found;
  };
  return named.sort((a, b) => place(a.key) - place(b.key));
}

/** Months go by time, what is all known by its own order, and the rest by what leads, the most first. */
function sorted({ report, asked, by }: Checked, rows: contract.Row[]): contract.Row[] {
  const [leading] = leadingFor(report, asked.sight);
  if (by === 'month' || report.groupings.find(({ id }) => id === by)?.choices) return rows;
  const value = ({ figures }: contract.Row) => (leading ? (figures[leading] ?? -Infinity) : 0);
  // Of two that have nothing, one is not less than the other.
  const least = (a: number, b: number) => (a === b ? 0 : b - a);
  return rows.sort((a, b) => least(value(a), value(b)) || a.label.localeCompare(b.label, 'en'));
}
