import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { Lead } from '../../contract/lead.ts';
import type { LostReason, Status } from '../../contract/status.ts';
import { type Board, getBoard, getLead, setStatus } from '../../contract.ts';
import { toastFailure } from './labels.ts';
import { refreshLeads } from './useLeads.ts';

export interface Change {
  status: Status;
  lostReason?: LostReason;
  note?: string;
  appointmentAt?: string;
}

/** Whether a status change requires details. */
export const needsDetails = (status: Status) => status === 'lost' || status === 'appointment';

/**
 * Changes the status of a lead, optimistically; rolled back if the server rejects it. Changes are sent one after
 * another, each with the version the previous one returned, so that the user never has to wait.
 */
export function useStatusChange(onMoved?: (lead: Lead, to: Status) => void) {
  const client = useQueryClient();
  const boards = queryKeyFor(getBoard);
  return useMutation({
    scope: { id: 'leads' },
    mutationFn: ({ lead, change }: { lead: Lead; change: Change }) => {
      const params = { leadId: lead.id };
      const shown = client.getQueriesData<Board>({ queryKey: boards });
      const versions = shown.flatMap(([, board]) => versionsIn(board, lead.id));
      const page = client.getQueryData<Lead>(queryKeyFor(getLead, { params }));
      const version = Math.max(lead.version, page?.version ?? 0, ...versions);
      return call(setStatus, { params, body: { version, ...change } });
    },
    onMutate: async ({ lead, change }) => {
      await client.cancelQueries({ queryKey: boards });
      client.setQueriesData<Board>(
        { queryKey: boards },
        (board) => board && moved(board, lead.id, change.status),
      );
    },
    onSuccess: (saved, { lead, change }) => {
      client.setQueryData(queryKeyFor(getLead, { params: { leadId: saved.id } }), saved);
      client.setQueriesData<Board>({ queryKey: boards }, (board) => board && updated(board, saved));
      onMoved?.(lead, change.status);
    },
    onError: (error) => toastFailure(error, 'Couldn’t change status'),
    // Not awaited, so that the next change can start.
    onSettled: () => void refreshLeads(client),
  });
}

const versionsIn = (board: Board | undefined, id: number) =>
  board?.columns.flatMap(({ leads }) =>
    leads.filter((one) => one.id === id).map(({ version }) => version),
  ) ?? [];

/** The board with a lead moved to another column, or removed. */
function moved(board: Board, id: number, to: Status): Board {
  const lead = board.columns.flatMap(({ leads }) => leads).find((one) => one.id === id);
  if (!lead || lead.status === to) return board;
  const columns = board.columns.map((column) => {
    if (column.status === lead.status) {
      const leads = column.leads.filter((one) => one.id !== id);
      return { ...column, leads, count: column.count - 1 };
    }
    if (column.status !== to) return column;
    const leads = [{ ...lead, status: to }, ...column.leads];
    return { ...column, leads, count: column.count + 1 };
  });
  return { ...board, columns };
}

/** The saved lead, but with the status on screen, which may already be newer. */
function updated(board: Board, saved: Lead): Board {
  const columns = board.columns.map((column) => ({
    ...column,
    leads: column.leads.map((one) =>
      one.id === saved.id ? { ...saved, status: one.status } : one,
    ),
  }));
  return { ...board, columns };
}
