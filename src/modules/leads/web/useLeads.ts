import {
  keepPreviousData,
  type QueryClient,
  useInfiniteQuery,
  useQuery,
} from '@tanstack/react-query';
import { call } from '../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { leadChanged } from '../contract/events.ts';
import { type Lead, types } from '../contract/lead.ts';
import { type LeadRouting, listLeadRouting } from '../contract/settings.ts';
import { statuses } from '../contract/status.ts';
import { type Choices, countLeads, getChoices, listLeads, whose } from '../contract.ts';

const pageSize = 50;

const noChoices: Choices = {
  stores: [],
  staff: [],
  sources: [],
  may: { write: false, assign: false, manageSources: false },
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
] as const;

/** The filters in the URL; status applies only to the list. */
export function useLeadQuery() {
  const { query } = useAddress();
  const choices = useChoices();
  const param = (name: string) => query.get(name)?.trim() || undefined;
  return {
    q: param('q') ?? '',
    whose: whose.find((one) => one === param('whose')) ?? 'all',
    ...pick(
      'store',
      choices.stores.find((one) => one === param('store')),
    ),
    ...pick('assigneeId', idOf(param('assigneeId'))),
    ...pick('sourceId', idOf(param('sourceId'))),
    ...pick(
      'type',
      types.find((one) => one === param('type')),
    ),
  };
}
export type LeadQuery = ReturnType<typeof useLeadQuery>;

const idOf = (text: string | undefined) => (text && /^[1-9]\d{0,8}$/.test(text) ? Number(text) : 0);

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value ? { [name]: value } : {}) as { [name in K]?: V };

/** The leads that match the URL, page by page, and their count. */
export function useLeadList(leadQuery: LeadQuery) {
  const { query } = useAddress();
  const status = statuses.find((one) => one === query.get('status'));
  const filters = { ...leadQuery, ...pick('status', status) };
  const pageQuery = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listLeads, { query: pageQuery }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listLeads, { query: { ...pageQuery, ...pageParam } }, { signal }),
    initialPageParam: {} as { before?: string; beforeId?: number },
    getNextPageParam: nextOf,
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  const { data: count } = useQuery({
    ...queryOptionsFor(countLeads, { query: filters }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  });
  return { status, list, count };
}

function nextOf(page: Lead[]) {
  const last = page.at(-1);
  const more = page.length === pageSize && last;
  return more ? { before: last.receivedAt, beforeId: last.id } : undefined;
}

/** Refetches all lead queries. */
export const refreshLeads = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'leads'] });

/** Refetches when leads change on the server, also after a lost connection. */
export function useLeadFrames(): void {
  useLiveQueries([['api', 'leads']], [leadChanged]);
}
