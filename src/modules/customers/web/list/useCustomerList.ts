import { stores } from '../../../../platform/contract/access.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { channels, kinds, limits } from '../../contract/fields.ts';
import {
  activities,
  countCustomers,
  type Filters,
  listCustomers,
  sorts,
} from '../../contract/finding.ts';

type Sort = (typeof sorts)[number];

export const filterNames = [
  'search',
  'store',
  'owner',
  'tag',
  'activity',
  'activeIn',
  'consent',
  'contact',
  'kind',
] as const satisfies readonly (keyof Filters)[];

function filtersOf(query: URLSearchParams): Filters {
  const { text, oneOf, month } = readFilters(query);
  const textLike = (name: keyof Filters, isValid: (value: string) => boolean) => {
    const value = text(name);
    return value !== undefined && isValid(value) ? value : undefined;
  };
  return {
    search: textLike('search', (value) => value.length <= 200),
    store: oneOf('store', stores),
    owner: textLike('owner', (value) => /^(me|none|[1-9]\d{0,8})$/.test(value)),
    tag: textLike('tag', (value) => value.length <= limits.tag && !/[,|\n]/.test(value)),
    activity: oneOf('activity', activities),
    activeIn: month('activeIn'),
    consent: oneOf('consent', channels),
    contact: oneOf('contact', ['allowed', 'not_allowed']),
    kind: oneOf('kind', kinds),
  };
}

/** The customers matching the URL’s filters, as far as they have been scrolled to, and their count. */
export function useCustomerList() {
  const { query } = useAddress();
  const filters = filtersOf(query);
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
