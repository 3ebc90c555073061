import { stores } from '../../../platform/contract/access.ts';
import { type Narrowing, readNarrowings, writeNarrowings } from '../contract/narrowing.ts';
import { periods } from '../contract/period.ts';
import { type ReportId, reportIds } from '../contract/report.ts';
import { narrowingsMax, type Question } from '../contract.ts';

/** A question with nothing asked for that would be so anyway. */
export type ReportQuery = Partial<Question>;

const oneOf = <T extends string>(list: readonly T[], value: string | null): T | undefined =>
  list.find((one) => one === value);

export const reportIn = (query: URLSearchParams): ReportId | undefined =>
  oneOf(reportIds, query.get('report'));

/** What the address asks for; what makes no sense in it is left out. */
export function readQuery(query: URLSearchParams): ReportQuery {
  const by = query.get('by') ?? '';
  const only = query.get('only') ?? '';
  const narrowings = only.length <= 1_000 ? readNarrowings(only) : null;
  const asked: ReportQuery = {
    ...periodIn(query),
    store: oneOf(stores, query.get('store')),
    by: /^[a-z][A-Za-z]{0,29}$/.test(by) ? by : undefined,
    only: narrowings && narrowings.length <= narrowingsMax ? only : undefined,
  };
  return withoutDefaults(asked);
}

function periodIn(query: URLSearchParams): Pick<ReportQuery, 'period' | 'from' | 'to'> {
  const period = oneOf(periods, query.get('period'));
  if (period !== 'custom') return { period: period === 'this_month' ? undefined : period };
  const [from, to] = [query.get('from') ?? '', query.get('to') ?? ''];
  return isDay(from) && isDay(to) && from <= to ? { period, from, to } : {};
}

function withoutDefaults(asked: ReportQuery): ReportQuery {
  return Object.fromEntries(Object.entries(asked).filter(([, value]) => value));
}

export function isDay(text: string): boolean {
  const at = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN;
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text);
}

/** The names of a question in the address, each with what it is or null. */
export function namesOf(asked: ReportQuery): Record<keyof Question, string | null> {
  const { period, from, to, store, by, only } = asked;
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

/** Where a report stands that is asked so. */
export function hrefOf(
  report: ReportId,
  asked: ReportQuery,
  more: Record<string, string> = {},
): string {
  const query = new URLSearchParams({ report });
  for (const [name, value] of Object.entries({ ...namesOf(asked), ...more }))
    if (value) query.set(name, value);
  return `/reports?${query}`;
}

/** Whether two are the same question, whatever is told apart by unless somebody chooses. */
export function isSame(a: ReportQuery, b: ReportQuery, firstGrouping: string | undefined): boolean {
  const told = (asked: ReportQuery) =>
    JSON.stringify(namesOf({ ...asked, by: asked.by === firstGrouping ? undefined : asked.by }));
  return told(a) === told(b);
}

export const narrowingsOf = (asked: ReportQuery): Narrowing[] =>
  readNarrowings(asked.only ?? '') ?? [];

/** One narrowing more, or another one of the same grouping; without a key one less. */
export function narrowed(asked: ReportQuery, by: string, key: string | null): ReportQuery {
  const others = narrowingsOf(asked).filter((one) => one.by !== by);
  return withoutDefaults({
    ...asked,
    only: writeNarrowings(key === null ? others : [...others, { by, key }]),
  });
}

/** Only what a row is made of; of a store the question says so itself. */
export function onlyRow(asked: ReportQuery, by: string, key: string): ReportQuery {
  const store = by === 'store' ? oneOf(stores, key) : undefined;
  return store ? { ...asked, store } : narrowed(asked, by, key);
}

/** What a row is told apart by once one looks only at it: the first that says something more. */
export function nextGrouping(
  groupings: readonly { id: string }[],
  asked: ReportQuery,
): string | undefined {
  const taken = new Set(narrowingsOf(asked).map(({ by }) => by));
  if (asked.store) taken.add('store');
  return groupings.find(({ id }) => !taken.has(id))?.id;
}
