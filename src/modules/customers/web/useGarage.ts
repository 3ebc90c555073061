import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { type CustomerVehicle, listGarage } from '../contract/timeline.ts';

/** The customer’s current vehicles, for forms of other modules. `undefined` while loading. */
export function useGarage(customerId: number | null): CustomerVehicle[] | undefined {
  const { data, isError } = useQuery({
    ...queryOptionsFor(listGarage, { params: { customerId: customerId ?? 0 } }),
    enabled: customerId !== null,
    refetchOnMount: 'always',
  });
  if (customerId === null || isError) return [];
  return data?.filter(({ stillOwns }) => stillOwns);
}
