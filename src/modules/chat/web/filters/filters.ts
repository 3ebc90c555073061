import { useSyncExternalStore } from 'react';
import type { RequestOf } from '../../../../platform/contract/endpoint.ts';
import { addDays, dayStart } from '../../../../platform/contract/wallTime.ts';
import { createWatchers } from '../../../../platform/web/state/createStore.ts';
import { zone } from '../../../../platform/web/time/zone.ts';
import type { filterMessages } from '../../contract/personal.ts';

/** The filters of a conversation, combined with AND. */
export interface Filters {
  /** Dates as `YYYY-MM-DD`, both inclusive; either may be blank. */
  dateRange: { from: string; to: string } | null;
  hasAttachments: boolean;
  unreadOnly: boolean;
  starredOnly: boolean;
  mentionsMe: boolean;
  fromUser: number | null;
  messageType: 'text' | 'poll' | 'system' | 'card' | null;
}

export type FilterName = keyof Filters;

export const noFilters: Filters = {
  dateRange: null,
  hasAttachments: false,
  unreadOnly: false,
  starredOnly: false,
  mentionsMe: false,
  fromUser: null,
  messageType: null,
};

interface FilterState {
  /** Whether the filter bar is open. */
  open: boolean;
  filters: Filters;
}

const closed: FilterState = { open: false, filters: noFilters };
const states = new Map<string, FilterState>();
const watchers = createWatchers();

/** The filters of a conversation, kept until the page is left. */
export function useFilters(channelId: string) {
  const { open, filters } = useSyncExternalStore(
    watchers.watch,
    () => states.get(channelId) ?? closed,
    () => closed,
  );
  return {
    open,
    filters,
    active: activeFilters(filters),
    setOpen: (next: boolean) => change(channelId, () => ({ open: next })),
    set: (part: Partial<Filters>) =>
      change(channelId, (before) => ({ filters: { ...before.filters, ...part } })),
    clear: () => change(channelId, () => ({ filters: noFilters })),
  };
}

export function activeFilters(filters: Filters): FilterName[] {
  const set = { ...filters, dateRange: rangeOf(filters) };
  const names = Object.keys(noFilters) as FilterName[];
  return names.filter((name) => set[name] !== null && set[name] !== false);
}

export const firstDay = '1900-01-01';
export const lastDay = '2099-12-31';

/** The date range without a year that is still being typed, such as 202 or 20266; null if no date is left. */
export function rangeOf({ dateRange }: Filters): Filters['dateRange'] {
  const known = (day = '') => (/^(19|20)\d\d-/.test(day) ? day : '');
  const [from, to] = [known(dateRange?.from), known(dateRange?.to)];
  return from || to ? { from, to } : null;
}

type Query = NonNullable<RequestOf<typeof filterMessages>['query']>;

/** The filters as query parameters, without unset ones. Days are in the group time zone. */
export function queryOf(filters: Filters, timeZone = zone()): Query {
  const { dateRange: _, fromUser, messageType, ...flags } = filters;
  const dateRange = rangeOf(filters);
  const startOf = (day: string, ms = 0) => new Date(dayStart(timeZone, day) + ms).toISOString();
  const set = Object.entries(flags).filter(([, on]) => on);
  return {
    ...(dateRange?.from && { from: startOf(dateRange.from) }),
    ...(dateRange?.to && { to: startOf(addDays(dateRange.to, 1), -1) }),
    ...(fromUser !== null && { fromUser }),
    ...(messageType !== null && { messageType }),
    ...Object.fromEntries(set.map(([name]) => [name, 'true'])),
  };
}

function change(channelId: string, part: (before: FilterState) => Partial<FilterState>): void {
  const before = states.get(channelId) ?? closed;
  states.set(channelId, { ...before, ...part(before) });
  watchers.notify();
}
