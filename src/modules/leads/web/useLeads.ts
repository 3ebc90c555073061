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

const nothing: Choices = {
  stores: [],
  staff: [],
  sources: [],
  may: { write: false, assign: false, manageSources: false },
};

export const useChoices = (): Choices => useQuery(queryOptionsFor(getChoices)).data ?? nothing;

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

/** What the address narrows the leads to; where they stand is asked of the list alone. */
export function useLeadQuery() {
  const { query } = useAddress();
  const choices = useChoices();
  const said = (name: string) => query.get(name)?.trim() || undefined;
  return {
    q: said('q') ?? '',
    whose: whose.find((one) => one === said('whose')) ?? 'all',
    ...pick(
      'store',
      choices.stores.find((one) => one === said('store')),
    ),
    ...pick('assigneeId', idOf(said('assigneeId'))),
    ...pick('sourceId', idOf(said('sourceId'))),
    ...pick(
      'type',
      types.find((one) => one === said('type')),
    ),
  };
}
export type LeadQuery = ReturnType<typeof useLeadQuery>;

const idOf = (said: string | undefined) => (said && /^[1-9]\d{0,8}$/.test(said) ? Number(said) : 0);

const pick = <K extends string, V>(name: K, value: V | undefined) =>
  (value ? { [name]: value } : {}) as { [name in K]?: V };

/** The leads the address asks for, as far as they have been scrolled to. */
export function useLeadList(asked: LeadQuery) {
  const { query } = useAddress();
  const status = statuses.find((one) => one === query.get('status'));
  const filters = { ...asked, ...pick('status', status) };
  const wanted = { ...filters, limit: pageSize };
  const list = useInfiniteQuery({
    queryKey: [...queryKeyFor(listLeads, { query: wanted }), 'pages'],
    queryFn: ({ pageParam, signal }) =>
      call(listLeads, { query: { ...wanted, ...pageParam } }, { signal }),
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

/** Asks again for whatever is shown of leads. */
export const refreshLeads = (client: QueryClient): Promise<void> =>
  client.invalidateQueries({ queryKey: ['api', 'leads'] });

/** Keeps what is shown true while others change the same leads, also over a lost connection. */
export function useLeadFrames(): void {
  useLiveQueries([['api', 'leads']], [leadChanged]);
}
