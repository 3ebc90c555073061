import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { LoadMore } from '../../../../platform/web/ui/LoadMore.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { getNotesOverview, listNotes, type NoteCard } from '../../contract.ts';
import { notesKey } from '../state/notebookOf.ts';
import { useNoteActions } from '../state/useNoteActions.ts';
import { NoteCardView } from './NoteCardView.tsx';

interface Props {
  filters: NoteFilters;
  onOpen: (card: NoteCard) => void;
  onTag: (tag: string) => void;
}

const grid = 'grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]';

/** The pinned notes, then the others, or the empty state. */
export function NoteLists({ filters, onOpen, onTag }: Props) {
  const pinned = usePinned(filters);
  const others = useOthers(filters);
  if (!pinned.data || !others.data) {
    const error = pinned.error ?? others.error;
    const retry = () => Promise.all([pinned.refetch(), others.refetch()]);
    if (error) return <NotLoaded isInline what="your notes" error={error} onRetry={retry} />;
    return <CardSkeletons />;
  }
  if (pinned.data.length + others.data.length === 0) {
    return (
      <p role="status" className="py-8 text-center text-base text-muted">
        {filters.search || filters.tag
          ? 'No notes match your search.'
          : 'No notes created yet. Add your first note above.'}
      </p>
    );
  }
  return (
    <>
      <Section title="Pinned Notes" cards={pinned.data} onOpen={onOpen} onTag={onTag} />
      <Section title="Other Notes" cards={others.data} onOpen={onOpen} onTag={onTag} />
      {others.hasNextPage && (
        <LoadMore
          label="Show more notes"
          pending={others.isFetchingNextPage}
          error={others.isFetchNextPageError ? others.error : null}
          onMore={() => void others.fetchNextPage()}
        />
      )}
    </>
  );
}

interface SectionProps extends Pick<Props, 'onOpen' | 'onTag'> {
  title: string;
  cards: readonly NoteCard[];
}

function Section({ title, cards, onOpen, onTag }: SectionProps) {
  const { pin } = useNoteActions();
  if (cards.length === 0) return null;
  return (
    <section aria-label={title} className="flex flex-col gap-2">
      <h4 className="text-sm font-medium text-muted">{title}</h4>
      <ul className={grid}>
        {cards.map((card) => (
          <NoteCardView
            key={card.id}
            card={card}
            onOpen={() => onOpen(card)}
            onPin={(isPinned) => void pin(card, isPinned)}
            onTag={onTag}
          />
        ))}
      </ul>
    </section>
  );
}

function CardSkeletons() {
  return (
    <div className={grid} aria-hidden="true">
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
      <Skeleton className="h-36" />
    </div>
  );
}

const pageSize = 60;
const maxPinned = 200;

interface NoteFilters {
  search: string;
  tag: string;
}

const listQuery = ({ search, tag }: NoteFilters) => ({ search, ...(tag && { tag }) });

function usePinned(filters: NoteFilters) {
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
function useOthers(filters: NoteFilters) {
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
