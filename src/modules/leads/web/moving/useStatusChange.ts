import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { Lead } from '../../contract/lead.ts';
import type { LostReason, Status } from '../../contract/status.ts';
import { type Board, getBoard, getLead, setStatus } from '../../contract.ts';
import { toastFailure } from '../labels.ts';
import { refreshLeads } from '../useLeads.ts';

export interface Change {
  status: Status;
  lostReason?: LostReason;
  note?: string;
  appointmentAt?: string;
}

/** What one has to be told before a lead may become that. */
export const needsMore = (status: Status) => status === 'lost' || status === 'appointment';

/**
 * Says where a lead stands, at once on this screen and back where the server refuses. Moves are sent one after
 * the other, each from the version the one before has left, so that nobody has to wait between two keys.
 */
export function useStatusChange(onMoved?: (lead: Lead, to: Status) => void) {
  const client = useQueryClient();
  const boards = queryKeyFor(getBoard);
  return useMutation({
    scope: { id: 'leads' },
    mutationFn: ({ lead, change }: { lead: Lead; change: Change }) => {
      const params = { leadId: lead.id };
      const shown = client.getQueriesData<Board>({ queryKey: boards });
      const held = shown.flatMap(([, board]) => versionsIn(board, lead.id));
      const page = client.getQueryData<Lead>(queryKeyFor(getLead, { params }));
      const version = Math.max(lead.version, page?.version ?? 0, ...held);
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
    onError: (error) => toastFailure(error, 'Not moved'),
    // Not waited for: the next move is.
    onSettled: () => void refreshLeads(client),
  });
}

const versionsIn = (board: Board | undefined, id: number) =>
  board?.columns.flatMap(({ leads }) =>
    leads.filter((one) => one.id === id).map(({ version }) => version),
  ) ?? [];

/** The board with a lead in another column, or in none. */
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

/** What was asked for since then already stands on the screen. */
function updated(board: Board, saved: Lead): Board {
  const columns = board.columns.map((column) => ({
    ...column,
    leads: column.leads.map((one) =>
      one.id === saved.id ? { ...saved, status: one.status } : one,
    ),
  }));
  return { ...board, columns };
}
