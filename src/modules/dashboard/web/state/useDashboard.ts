import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useSocketEvent } from '../../../../platform/web/realtime/RealtimeProvider.tsx';
import { useLiveQueries } from '../../../../platform/web/realtime/useLiveQueries.ts';
import { dealChanged } from '../../../deals/web/public.ts';
import { leadChanged } from '../../../leads/web/public.ts';
import { orderChanged } from '../../../repair-orders/web/public.ts';
import { requestChanged } from '../../../requests/contract.ts';
import { getDay, getStats, listActivity } from '../../contract.ts';

const minute = 60_000;

const freshMs = 5_000;

/** Refetched on a timer: promised times pass, days end, and not every user gets every deal event. */
const whileShown = {
  placeholderData: keepPreviousData,
  // The first screen was called for before its code was here.
  refetchOnMount: ({ state }: { state: { dataUpdatedAt: number } }) =>
    Date.now() - state.dataUpdatedAt > freshMs && ('always' as const),
};

export const useStats = () =>
  useQuery({ ...queryOptionsFor(getStats), ...whileShown, refetchInterval: minute });
export const useActivity = () =>
  useQuery({ ...queryOptionsFor(listActivity), ...whileShown, refetchInterval: minute });
export const useDay = () =>
  useQuery({ ...queryOptionsFor(getDay), ...whileShown, refetchInterval: minute });

const soonMs = 300;
const restMs = 3_000;

/** Refetches shortly after a change, and at most every few seconds during many changes. */
export function useLiveDashboard(): void {
  const client = useQueryClient();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const refetchedAt = useRef(0);
  const refetchSoon = () => {
    if (timer.current !== undefined) return;
    const waitMs = Math.max(soonMs, refetchedAt.current + restMs - Date.now());
    timer.current = setTimeout(() => {
      timer.current = undefined;
      refetchedAt.current = Date.now();
      void client.invalidateQueries({ queryKey: ['api', 'dashboard'] });
    }, waitMs);
  };
  useSocketEvent(dealChanged, refetchSoon);
  useSocketEvent(orderChanged, refetchSoon);
  useSocketEvent(leadChanged, refetchSoon);
  useSocketEvent(requestChanged, refetchSoon);
  useEffect(() => () => clearTimeout(timer.current), []);
  useLiveQueries(
    [['api', 'dashboard']],
    [],
    [dealChanged, orderChanged, leadChanged, requestChanged],
  );
}
