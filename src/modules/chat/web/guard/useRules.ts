import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import {
  type CustomerDataRules,
  customerDataRulesChanged,
  getCustomerDataRules,
  usualRules,
} from '../../contract/guard.ts';

const query = queryOptionsFor(getCustomerDataRules);

/** What happens to messages with customer data; until it is known, what usually does. */
export function useRules(): CustomerDataRules {
  const client = useQueryClient();
  useSocketEvent(customerDataRulesChanged, (rules) => {
    client.setQueryData(query.queryKey, rules);
  });
  useLiveQueries([query.queryKey]);
  return useQuery({ ...query, staleTime: 60_000 }).data ?? usualRules;
}
