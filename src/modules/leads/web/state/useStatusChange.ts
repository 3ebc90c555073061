import { useMutation, useMutationState, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { Lead } from '../../contract/lead.ts';
import type { LostReason, Status } from '../../contract/status.ts';
import { type Board, getBoard, getLead, setStatus } from '../../contract.ts';
import { refreshLeads } from './useLeads.ts';

export interface Change {
  status: Status;
  lostReason?: LostReason;
  note?: string;
  appointmentAt?: string;
}

interface Move {
  lead: Lead;
  change: Change;
}

const mutationKey = ['lead-status'];

/** The board with the moves that are being saved: a board that was loaded meanwhile may not have them. */
export function useWithMoves(board: Board | undefined): Board | undefined {
  const moves = useMutationState({
    filters: { mutationKey, status: 'pending' },
    select: ({ state }) => state.variables as Move,
  });
  return (
    board && moves.reduce((shown, { lead, change }) => moved(shown, lead.id, change.status), board)
  );
}

/** Whether a status change requires details. */
export const needsDetails = (status: Status) => status === 'lost' || status === 'appointment';

/**
 * Changes the status of a lead. Changes are sent one after another, each with the version the previous one
 * returned, so that the user never has to wait.
 */
export function useStatusChange(onMoved?: (lead: Lead, to: Status) => void) {
  const client = useQueryClient();
  const boards = queryKeyFor(getBoard);
  return useMutation({
    mutationKey,
    scope: { id: 'leads' },
    mutationFn: ({ lead, change }: Move) => {
      const params = { leadId: lead.id };
      const shown = client.getQueriesData<Board>({ queryKey: boards });
      const versions = shown.flatMap(([, board]) => versionsIn(board, lead.id));
      const page = client.getQueryData<Lead>(queryKeyFor(getLead, { params }));
      const version = Math.max(lead.version, page?.version ?? 0, ...versions);
      return call(setStatus, { params, body: { version, ...change } });
    },
    onSuccess: (saved, { lead, change }) => {
      client.setQueryData(queryKeyFor(getLead, { params: { leadId: saved.id } }), saved);
      // A board that is being loaded may be older than this change.
      void client.cancelQueries({ queryKey: boards });
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

/** The board with a saved lead in the column of its status. */
function updated(board: Board, saved: Lead): Board {
  const { columns, ...rest } = moved(board, saved.id, saved.status);
  const withSaved = (leads: Lead[]) => leads.map((one) => (one.id === saved.id ? saved : one));
  return {
    ...rest,
    columns: columns.map((column) => ({ ...column, leads: withSaved(column.leads) })),
  };
}
