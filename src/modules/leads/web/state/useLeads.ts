import { type QueryClient, useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { readFilters } from '../../../../platform/web/records/filters.ts';
import { refreshRecords, useRecordList } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { types } from '../../contract/lead.ts';
import { type LeadRouting, listLeadRouting } from '../../contract/settings.ts';
import { statuses } from '../../contract/status.ts';
import {
  type Choices,
  clockFilters,
  countLeads,
  getChoices,
  listLeads,
  whose,
} from '../../contract.ts';

/** The key of all lead queries. */
export const queries = 'leads';

const noChoices: Choices = {
  stores: [],
  staff: [],
  sources: [],
  may: { write: false, assign: false, manageSources: false, setClock: false, createDeal: false },
};

export const useChoices = (): Choices => useQuery(queryOptionsFor(getChoices)).data ?? noChoices;

const noRouting: LeadRouting[] = [];
export const useLeadRouting = (): LeadRouting[] =>
  useQuery(queryOptionsFor(listLeadRouting)).data ?? noRouting;

export const filterNames = [
  'q',
  'store',
  'whose',
  'assigneeId',
  'sourceId',
  'type',
  'status',
  'clock',
] as const;

/** The filters in the URL; status and clock apply only to the list. */
export function useLeadFilters() {
  const { query } = useAddress();
  const choices = useChoices();
  const { text, oneOf, id } = readFilters(query);
  return {
    q: text('q') ?? '',
    whose: oneOf('whose', whose) ?? 'all',
    store: oneOf('store', choices.stores),
    assigneeId: id('assigneeId'),
    sourceId: id('sourceId'),
    type: oneOf('type', types),
  };
}
export type LeadFilters = ReturnType<typeof useLeadFilters>;

/** The leads that match the URL, page by page, and their count. */
export function useLeadList(filters: LeadFilters) {
  const { query } = useAddress();
  const { oneOf } = readFilters(query);
  return useRecordList({
    list: listLeads,
    count: countLeads,
    filters: {
      ...filters,
      status: oneOf('status', statuses),
      clock: oneOf('clock', clockFilters),
    },
    cursorOf: (last) => ({ before: last.receivedAt, beforeId: last.id }),
  });
}

/** Refetches all lead queries. */
export const refreshLeads = (client: QueryClient): Promise<void> => refreshRecords(client, queries);
