import {
  keepPreviousData,
  type QueryClient,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import type { AnyEndpoint, ReplyOf, RequestOf } from '../../../../platform/contract/endpoint.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { timezoneChanged } from '../../../organization/contract.ts';
import { hoursChanged } from '../../../time-clock/contract.ts';
import { timeOffChanged } from '../../../time-off/contract.ts';
import {
  getOwnPeriod,
  getPeriod,
  getPersonPeriod,
  getTeamPeriod,
  payrollChanged,
} from '../../contract/review.ts';

export const queries = 'payroll';
export const events = [payrollChanged, hoursChanged, timeOffChanged, timezoneChanged];

export const useLivePayroll = (): void => useLiveQueries([['api', queries]], events);

export const refreshPayroll = (client: QueryClient): Promise<void> =>
  refreshRecords(client, queries);

/** The day in the address that says which period is shown. */
export function useShownPeriod(): { period?: string } {
  const period = useAddress().query.get('period') ?? '';
  return /^(19|2[01])\d\d-\d\d-\d\d$/.test(period) ? { period } : {};
}

const fresh = { staleTime: 0, placeholderData: keepPreviousData } as const;
/** Punches of others are not announced. */
const refreshIntervalMs = 60_000;

/** Without a period: the one that waits for a signature, or the current one. */
export const useOwnPeriod = (query: { period?: string }) =>
  useQuery({ ...queryOptionsFor(getOwnPeriod, { query }), ...fresh });

export const useTeamPeriod = (query: { period?: string }) =>
  useQuery({
    ...queryOptionsFor(getTeamPeriod, { query }),
    ...fresh,
    refetchInterval: refreshIntervalMs,
  });

export const usePersonPeriod = (id: number, query: { period?: string }) =>
  useQuery({ ...queryOptionsFor(getPersonPeriod, { params: { id }, query }), ...fresh });

export const usePayrollPeriod = (query: { period?: string }) =>
  useQuery({
    ...queryOptionsFor(getPeriod, { query }),
    ...fresh,
    refetchInterval: refreshIntervalMs,
  });

/** A change of a period; a refusal is a toast, and everything is fetched again. */
export function usePayrollChange<E extends AnyEndpoint>(
  endpoint: E,
  { failure, onSaved }: { failure: string; onSaved?: (saved: ReplyOf<E>) => void },
) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (request: RequestOf<E>): Promise<ReplyOf<E>> =>
      (call as (endpoint: E, request: RequestOf<E>) => Promise<ReplyOf<E>>)(endpoint, request),
    onSuccess: (saved) => onSaved?.(saved),
    onError: (error) => toastFailure(error, failure),
    onSettled: () => refreshPayroll(client),
  });
}
