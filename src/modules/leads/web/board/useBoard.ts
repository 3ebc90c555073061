import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import type { Lead } from '../../contract/lead.ts';
import { nextStatuses, openStatuses, type Status } from '../../contract/status.ts';
import { getBoard } from '../../contract.ts';
import { hearTime } from '../clock/ticker.ts';
import type { LeadQuery } from '../useLeads.ts';

const againMs = 120_000;

/** The open leads by where they stand. */
export function useBoard(asked: LeadQuery) {
  const board = useQuery({
    ...queryOptionsFor(getBoard, { query: asked }),
    refetchOnMount: 'always',
    // Who is late becomes so without anybody doing anything.
    refetchInterval: againMs,
    placeholderData: keepPreviousData,
  });
  const serverTime = board.data?.serverTime;
  const heardAt = useRef(0);
  heardAt.current = board.dataUpdatedAt;
  useEffect(() => {
    if (serverTime) hearTime(serverTime, heardAt.current);
  }, [serverTime]);
  return board;
}

/** Whether a lead may become that; the server decides again. */
export const canMove = (lead: Lead, to: Status) => nextStatuses[lead.status].includes(to);

/** The column beside the one a lead stands in. */
export const columnBeside = (status: Status, step: 1 | -1): Status | undefined =>
  openStatuses[(openStatuses as readonly Status[]).indexOf(status) + step];
