import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { cardKind } from '../../../../platform/web/records/useCardDrag.ts';
import type { Lead } from '../../contract/lead.ts';
import { nextStatuses, openStatuses, type Status } from '../../contract/status.ts';
import { getBoard } from '../../contract.ts';
import { syncServerTime } from '../state/clock/ticker.ts';
import type { LeadFilters } from '../state/useLeads.ts';

/** Leads are dropped on columns, and on the zones that close them. */
export const leadCards = cardKind<Lead>('lead');

const againMs = 120_000;

/** The open leads by status. */
export function useBoard(filters: LeadFilters) {
  const board = useQuery({
    ...queryOptionsFor(getBoard, { query: filters }),
    refetchOnMount: 'always',
    // Leads become overdue without any event.
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
  });
  const serverTime = board.data?.serverTime;
  const receivedAt = useRef(0);
  receivedAt.current = board.dataUpdatedAt;
  useEffect(() => {
    if (serverTime) syncServerTime(serverTime, receivedAt.current);
  }, [serverTime]);
  return board;
}

/** Whether the status change is allowed; the server checks again. */
export const canMove = (lead: Lead, to: Status) => nextStatuses(lead).includes(to);

/** The column next to a status. */
export const columnBeside = (status: Status, step: 1 | -1): Status | undefined =>
  openStatuses[(openStatuses as readonly Status[]).indexOf(status) + step];
