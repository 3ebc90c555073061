import { useQuery, useQueryClient } from '@tanstack/react-query';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { getChoices, type Kind } from '../../contract.ts';

/** The key of all queries of this module. */
export const queries = 'time-off';

export function useChoices() {
  return useQuery(queryOptionsFor(getChoices));
}

/** Those that can be requested, in their order. */
export const useKindsInUse = (): Kind[] =>
  [...useKinds().values()].filter(({ isActive }) => isActive);

/** All kinds by id, also those out of use. */
export function useKinds(): ReadonlyMap<number, Kind> {
  const { data } = useChoices();
  return new Map((data?.kinds ?? []).map((kind) => [kind.id, kind]));
}

/** Fetches everything again that this module shows. */
export function useRefresh(): () => Promise<void> {
  const client = useQueryClient();
  return () => refreshRecords(client, queries);
}
