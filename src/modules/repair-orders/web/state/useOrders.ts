import { type QueryClient, useQuery } from '@tanstack/react-query';
import { stores } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { refreshRecords, useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { useTimezone } from '../../../../platform/web/time/zone.ts';
import { statuses } from '../../contract/status.ts';
import { type Choices, countOrders, getChoices, listOrders, scopes } from '../../contract.ts';

/** The key of all repair order queries. */
export const queries = 'repair-orders';

const noChoices: Choices = {
  stores: [],
  staff: [],
  timezone: 'UTC',
  may: { open: false, import: false, seeCost: false },
};

export function useChoices(): Choices {
  const { data } = useQuery(queryOptionsFor(getChoices));
  const timezone = useTimezone();
  return { ...(data ?? noChoices), timezone };
}

export const filterNames = ['q', 'scope', 'store', 'status', 'advisorId', 'closedIn'] as const;

/** The view while the address names none. A month of closing would find nothing among open orders. */
export const defaultScope = ({ closedIn }: { closedIn: string | undefined }) =>
  closedIn ? 'all' : 'open';

/** The orders matching the URL’s filters, as far as they have been scrolled to. */
export function useOrderList() {
  const { query } = useAddress();
  const { text, oneOf, id, month } = readFilters(query);
  const closedIn = month('closedIn');
  const filters = {
    q: text('q') ?? '',
    scope: oneOf('scope', scopes) ?? defaultScope({ closedIn }),
    store: oneOf('store', stores),
    status: oneOf('status', statuses),
    advisorId: id('advisorId'),
    closedIn,
  };
  const pages = useRecordList({
    list: listOrders,
    count: countOrders,
    filters,
    cursorOf: (last) => ({ before: last.openedAt, beforeId: last.id }),
  });
  return { filters, pages };
}

export type OrderFilters = ReturnType<typeof useOrderList>['filters'];

/** Refetches everything shown of repair orders. */
export const refreshOrders = (client: QueryClient): Promise<void> =>
  refreshRecords(client, queries);
