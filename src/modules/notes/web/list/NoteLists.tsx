import { useEffect, useRef } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { NoteCard } from '../../contract.ts';
import { NoteCardView } from './NoteCardView.tsx';
import { useNoteActs } from './useNoteActs.ts';
import { useOthers, usePinned, type Wanted } from './useNotes.ts';

interface Props {
  wanted: Wanted;
  onOpen: (card: NoteCard) => void;
  onTag: (tag: string) => void;
}

const grid = 'grid gap-3 sm:grid-cols-[repeat(auto-fill,minmax(240px,1fr))]';

/** The pinned notes, then the others, or a word on why there are none. */
export function NoteLists({ wanted, onOpen, onTag }: Props) {
  const [pinned, others] = [usePinned(wanted), useOthers(wanted)];
  if (pinned.isError || others.isError) {
    const again = () => Promise.all([pinned.refetch(), others.refetch()]);
    return (
      <Notice
        tone="danger"
        live
        action={
          <Button size="sm" onClick={() => void again()}>
            Try again
          </Button>
        }
      >
        Your notes could not be loaded.
      </Notice>
    );
  }
  if (!pinned.data || !others.data) return <CardSkeletons />;
  if (pinned.data.length + others.data.length === 0) {
    return (
      <p role="status" className="py-8 text-center text-base text-muted">
        {wanted.search || wanted.tag
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
        <More isLoading={others.isFetchingNextPage} onMore={() => void others.fetchNextPage()} />
      )}
    </>
  );
}

interface SectionProps extends Pick<Props, 'onOpen' | 'onTag'> {
  title: string;
  cards: readonly NoteCard[];
}

function Section({ title, cards, onOpen, onTag }: SectionProps) {
  const { pin } = useNoteActs();
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

/** The next page comes when one nears the end; the button is for whoever does not scroll. */
function More({ isLoading, onMore }: { isLoading: boolean; onMore: () => void }) {
  const end = useRef<HTMLDivElement>(null);
  const latest = useRef(onMore);
  latest.current = onMore;
  useEffect(() => {
    if (!end.current || isLoading) return;
    const look = new IntersectionObserver(([entry]) => entry?.isIntersecting && latest.current(), {
      rootMargin: '400px',
    });
    look.observe(end.current);
    return () => look.disconnect();
  }, [isLoading]);
  return (
    <div ref={end} className="flex justify-center">
      <Button size="sm" pending={isLoading} pendingLabel="Loading…" onClick={onMore}>
        Show more notes
      </Button>
    </div>
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
