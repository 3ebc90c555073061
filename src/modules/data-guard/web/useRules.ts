import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../platform/web/realtime/useLiveQueries.ts';
import {
  type CustomerDataRules,
  customerDataRulesChanged,
  getCustomerDataRules,
  usualRules,
} from '../contract.ts';

const query = queryOptionsFor(getCustomerDataRules);

/** The customer data rules, kept current. */
export function useRulesQuery() {
  const client = useQueryClient();
  useSocketEvent(customerDataRulesChanged, (rules) => {
    client.setQueryData(query.queryKey, rules);
  });
  useLiveQueries([query.queryKey]);
  return useQuery({ ...query, staleTime: 60_000 });
}

/** The customer data rules; the defaults until loaded. */
export const useRules = (): CustomerDataRules => useRulesQuery().data ?? usualRules;
