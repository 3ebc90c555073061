import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { refreshRecords, useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { conditions } from '../../contract/deal.ts';
import {
  type Choices,
  countDeals,
  getChoices,
  listDeals,
  scopes,
  typeFilters,
} from '../../contract.ts';

/** The key of all deal queries. */
export const queries = 'deals';

const noChoices: Choices = {
  stores: [],
  staff: [],
  may: { write: false, import: false, seeCost: false },
};

export function useChoices(): Choices & { isKnown: boolean } {
  const { data } = useQuery(queryOptionsFor(getChoices));
  return { ...(data ?? noChoices), isKnown: data !== undefined };
}

/** The filters of the list besides its tab. */
export const filterNames = [
  'q',
  'store',
  'type',
  'condition',
  'salespersonId',
  'deliveredIn',
] as const;

/** The deals that match the URL, page by page, and their count. */
export function useDealList(stores: Choices['stores']) {
  const { query } = useAddress();
  const { text, oneOf, id, month } = readFilters(query);
  const deliveredIn = month('deliveredIn');
  const filters = {
    q: (text('q') ?? '').slice(0, 100),
    // Delivered deals are no longer open.
    scope: oneOf('scope', scopes) ?? (deliveredIn ? 'all' : 'open'),
    store: oneOf('store', stores),
    type: oneOf('type', typeFilters),
    condition: oneOf('condition', conditions),
    salespersonId: oneOf('salespersonId', ['house_deal'] as const) ?? id('salespersonId'),
    deliveredIn,
  };
  const pages = useRecordList({
    list: listDeals,
    count: countDeals,
    filters,
    cursorOf: (last) => ({ before: last.openedAt, beforeId: last.id }),
  });
  return { filters, pages };
}

export type DealFilters = ReturnType<typeof useDealList>['filters'];

/** Refetches all deal queries. */
export const refreshDeals = (client: QueryClient): Promise<void> => refreshRecords(client, queries);
