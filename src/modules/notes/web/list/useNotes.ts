import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { getNotesOverview, listNotes, type NoteCard } from '../../contract.ts';
import { notesKey } from '../notebook/notebookOf.ts';

const pageSize = 60;
const maxPinned = 200;

export interface NoteFilters {
  search: string;
  tag: string;
}

const listQuery = ({ search, tag }: NoteFilters) => ({ search, ...(tag && { tag }) });

export function usePinned(filters: NoteFilters) {
  return useQuery({
    queryKey: [...notesKey, 'pinned', filters],
    queryFn: ({ signal }) =>
      call(
        listNotes,
        { query: { ...listQuery(filters), pinned: 'true', limit: maxPinned } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  });
}

/** Paged and deduplicated: a note changed while paging moves up and would appear twice. */
export function useOthers(filters: NoteFilters) {
  return useInfiniteQuery({
    queryKey: [...notesKey, 'others', filters],
    initialPageParam: undefined as NoteCard | undefined,
    queryFn: ({ pageParam: last, signal }) =>
      call(
        listNotes,
        {
          query: {
            ...listQuery(filters),
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
