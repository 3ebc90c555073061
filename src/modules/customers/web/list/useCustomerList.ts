import { useMemo } from 'react';
import { stores } from '../../../../platform/contract/access.ts';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { isMonth } from '../../../../platform/web/time/calendar.ts';
import { channels, kinds, limits } from '../../contract/fields.ts';
import {
  activities,
  countCustomers,
  type Filters,
  listCustomers,
  sorts,
} from '../../contract/finding.ts';

export type Sort = (typeof sorts)[number];

const oneOf = (list: readonly string[]) => (value: string) => list.includes(value);

/** Validates URL parameters; schemas do not run in the browser. */
const isValid: Record<keyof Filters, (value: string) => boolean> = {
  search: (value) => value.length <= 200,
  store: oneOf(stores),
  owner: (value) => /^(me|none|[1-9]\d{0,8})$/.test(value),
  tag: (value) => value.length <= limits.tag && !/[,|\n]/.test(value),
  activity: oneOf(activities),
  activeIn: isMonth,
  consent: oneOf(channels),
  contact: oneOf(['allowed', 'not_allowed']),
  kind: oneOf(kinds),
};
export const filterNames = Object.keys(isValid) as (keyof Filters)[];

/** Filters from the URL; invalid values are ignored. */
function readFilters(query: URLSearchParams): Filters {
  const entries = filterNames.flatMap((name) => {
    const value = query.get(name)?.trim();
    return value && isValid[name](value) ? [[name, value]] : [];
  });
  return Object.fromEntries(entries);
}

/** The customers matching the URL’s filters, as far as they have been scrolled to, and their count. */
export function useCustomerList() {
  const { query } = useAddress();
  const text = query.toString();
  const filters = useMemo(() => readFilters(new URLSearchParams(text)), [text]);
  const sort: Sort = sorts.find((one) => one === query.get('sort')) ?? 'recent';
  const pages = useRecordList({
    list: listCustomers,
    count: countCustomers,
    filters,
    order: { sort },
    cursorOf: (last) => ({
      after: sort === 'name' ? last.sortName : last.lastActivityAt,
      afterId: last.id,
    }),
  });
  return { filters, sort, pages };
}
