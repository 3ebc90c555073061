import { useQuery } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../platform/web/api/queryClient.ts';
import { listCustomers } from '../contract/finding.ts';

/** The customer of a number, where one may see it: what a form begins with. `undefined` while nothing is known. */
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
