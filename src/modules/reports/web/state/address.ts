import { stores } from '../../../../platform/contract/access.ts';
import { type ReportFilter, readFilters, writeFilters } from '../../contract/filters.ts';
import { periods } from '../../contract/period.ts';
import { type ReportId, reportIds } from '../../contract/report.ts';
import { filtersMax, type ReportQuery } from '../../contract.ts';

/** What a report is asked for, without default values. */
export type PartialQuery = Partial<ReportQuery>;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((one) => one === value);

export const reportIn = (query: URLSearchParams): ReportId | undefined =>
  oneOf(reportIds, query.get('report'));

/** Reads the query from the URL and ignores invalid parts. */
export function readQuery(query: URLSearchParams): PartialQuery {
  const by = query.get('by') ?? '';
  const only = query.get('only') ?? '';
  const filters = only.length <= 1_000 ? readFilters(only) : null;
  const reportQuery: PartialQuery = {
    ...periodIn(query),
    store: oneOf(stores, query.get('store')),
    by: /^[a-z][A-Za-z]{0,29}$/.test(by) ? by : undefined,
    only: filters && filters.length <= filtersMax ? only : undefined,
  };
  return withoutDefaults(reportQuery);
}

function periodIn(query: URLSearchParams): Pick<PartialQuery, 'period' | 'from' | 'to'> {
  const period = oneOf(periods, query.get('period'));
  if (period !== 'custom') return { period: period === 'this_month' ? undefined : period };
  const from = query.get('from') ?? '';
  const to = query.get('to') ?? '';
  return isDay(from) && isDay(to) && from <= to ? { period, from, to } : {};
}

function withoutDefaults(reportQuery: PartialQuery): PartialQuery {
  return Object.fromEntries(Object.entries(reportQuery).filter(([, value]) => value));
}

export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The URL parameters of a query, null where unset. */
export function toParams(reportQuery: PartialQuery): Record<keyof ReportQuery, string | null> {
  const { period, from, to, store, by, only } = reportQuery;
  const isCustom = period === 'custom';
  return {
    period: period && period !== 'this_month' ? period : null,
    from: (isCustom && from) || null,
    to: (isCustom && to) || null,
    store: store ?? null,
    by: by || null,
    only: only || null,
  };
}

/** The URL of a report. */
export function hrefOf(
  report: ReportId,
  reportQuery: PartialQuery,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ report });
  for (const [name, value] of Object.entries({ ...toParams(reportQuery), ...more }))
    if (value) query.set(name, value);
  return `/reports?${query}`;
}

/** Whether two queries are the same, treating the first grouping as the default. */
export function isSame(
  a: PartialQuery,
  b: PartialQuery,
  firstGrouping: string | undefined,
): boolean {
  const normalize = (reportQuery: PartialQuery) =>
    JSON.stringify(
      toParams({
        ...reportQuery,
        by: reportQuery.by === firstGrouping ? undefined : reportQuery.by,
      }),
    );
  return normalize(a) === normalize(b);
}

export const filtersOf = (reportQuery: PartialQuery): ReportFilter[] =>
  readFilters(reportQuery.only ?? '') ?? [];

/** Adds or replaces the filter of a grouping; a null key removes it. */
export function withFilter(
  reportQuery: PartialQuery,
  by: string,
  key: string | null,
): PartialQuery {
  const others = filtersOf(reportQuery).filter((one) => one.by !== by);
  return withoutDefaults({
    ...reportQuery,
    only: writeFilters(key === null ? others : [...others, { by, key }]),
  });
}

/** Filters by a row; a store row sets the store instead. */
export function withRowFilter(reportQuery: PartialQuery, by: string, key: string): PartialQuery {
  const store = by === 'store' ? oneOf(stores, key) : undefined;
  return store ? { ...reportQuery, store } : withFilter(reportQuery, by, key);
}

/** The grouping to use after filtering by a row: the first one that is not filtered yet. */
export function nextGrouping(
  groupings: readonly { id: string }[],
  reportQuery: PartialQuery,
): string | undefined {
  const taken = new Set(filtersOf(reportQuery).map(({ by }) => by));
  if (reportQuery.store) taken.add('store');
  return groupings.find(({ id }) => !taken.has(id))?.id;
}
