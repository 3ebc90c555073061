import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { listCustomers } from '../contract/finding.ts';

/** The customer with this id, to prefill a form; null if not visible, `undefined` while loading. */
export function useCustomerById(
  id: number | null,
): { id: number; name: string } | null | undefined {
  const { data, isError } = useQuery({
    ...queryOptionsFor(listCustomers, { query: { search: String(id ?? ''), limit: 200 } }),
    enabled: id !== null,
  });
  if (id === null || isError) return null;
  return data && (data.find((one) => one.id === id) ?? null);
}
