import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { getNotesOverview, listNotes, type NoteCard } from '../../contract.ts';
import { notesKey } from '../notebook/notebookOf.ts';

const pageSize = 60;
const mostPinned = 200;

export interface Wanted {
  search: string;
  tag: string;
}

const listQuery = ({ search, tag }: Wanted) => ({ search, ...(tag && { tag }) });

export function usePinned(wanted: Wanted) {
  return useQuery({
    queryKey: [...notesKey, 'pinned', wanted],
    queryFn: ({ signal }) =>
      call(
        listNotes,
        { query: { ...listQuery(wanted), pinned: 'true', limit: mostPinned } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Page by page, each note once: one that was changed meanwhile moves up and would come twice. */
export function useOthers(wanted: Wanted) {
  return useInfiniteQuery({
    queryKey: [...notesKey, 'others', wanted],
    initialPageParam: undefined as NoteCard | undefined,
    queryFn: ({ pageParam: last, signal }) =>
      call(
        listNotes,
        {
          query: {
            ...listQuery(wanted),
            pinned: 'false',
            limit: pageSize,
            before: last?.updatedAt,
            beforeId: last?.id,
          },
        },
        { signal },
      ),
    getNextPageParam: (page) => (page.length < pageSize ? undefined : page.at(-1)),
    placeholderData: keepPreviousData,
    select: ({ pages }) => [...new Map(pages.flat().map((card) => [card.id, card])).values()],
  });
}

export function useOverview() {
  return useQuery(queryOptionsFor(getNotesOverview));
}
