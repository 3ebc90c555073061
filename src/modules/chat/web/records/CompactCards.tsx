import { useQueries, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { Link } from 'wouter';
import { createWatchers } from '../../../../platform/web/state/createStore.ts';
import type { ChatMessage } from '../../contract.ts';
import { cardsOf, knownCards, namedIn } from './cards.ts';
import { CardTitle } from './RecordCardView.tsx';

const shownAtMost = 2;

/**
 * The first records a message mentions, below its text. Only those already loaded when the row appears:
 * a later card would shift the text, and is available on hover.
 */
export function CompactCards({ message }: { message: ChatMessage }) {
  const client = useQueryClient();
  const [known] = useState(() =>
    namedIn(message.content)
      .filter((named) => knownCards(client, named).length > 0)
      .slice(0, shownAtMost),
  );
  return known.length > 0 ? <Cards messageId={message.id} known={known} /> : null;
}

interface CardsProps {
  messageId: string;
  known: ReturnType<typeof namedIn>;
}

function Cards({ messageId, known }: CardsProps) {
  const answers = useQueries({ queries: known.map(cardsOf) });
  const [folded, fold] = useFolded(messageId);
  const cards = answers.flatMap(({ data }) => data?.slice(0, 1) ?? []);
  const once = [...new Map(cards.map((card) => [card.href, card])).values()];
  if (once.length === 0) return null;
  const label = once.length === 1 ? 'Record' : 'Records';
  return (
    <div className="mt-1 flex max-w-md items-start gap-1">
      <button
        type="button"
        aria-expanded={!folded}
        aria-label={folded ? `Show ${label.toLowerCase()}` : `Hide ${label.toLowerCase()}`}
        onClick={() => fold(!folded)}
        className="flex h-6 shrink-0 cursor-default items-center gap-1 rounded-sm px-0.5 text-xs text-muted hover:text-text"
      >
        <ChevronDown aria-hidden className={folded ? 'size-3.5 -rotate-90' : 'size-3.5'} />
        {folded && once.map(({ title }) => title).join(', ')}
      </button>
      {!folded && (
        <ul className="flex min-w-0 flex-1 flex-col gap-1">
          {once.map((card) => (
            <li key={card.href} className="min-w-0">
              <Link
                href={card.href}
                className="flex min-w-0 items-center rounded-md border border-border bg-surface px-2 py-1.5 hover:bg-hover hover:no-underline"
              >
                <CardTitle card={card} small />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

const storageKey = 'forecourt-chat-folded-cards';
const maxStored = 500;

let foldedIds: readonly string[] | null = null;
const watchers = createWatchers();

function read(): readonly string[] {
  try {
    const stored: unknown = JSON.parse(localStorage.getItem(storageKey) ?? '[]');
    return Array.isArray(stored) ? stored.filter((id) => typeof id === 'string') : [];
  } catch {
    // Storage is blocked or invalid: show every card.
    return [];
  }
}

/** Whether the cards below a message are collapsed; kept in this browser. */
function useFolded(messageId: string): [boolean, (fold: boolean) => void] {
  const isFolded = useSyncExternalStore(watchers.watch, () => {
    foldedIds ??= read();
    return foldedIds.includes(messageId);
  });
  return [isFolded, (fold) => change(messageId, fold)];
}

function change(messageId: string, fold: boolean): void {
  const others = read().filter((id) => id !== messageId);
  foldedIds = fold ? [...others, messageId].slice(-maxStored) : others;
  try {
    localStorage.setItem(storageKey, JSON.stringify(foldedIds));
  } catch {
    // Storage is full or blocked: lasts until the page is left.
  }
  watchers.notify();
}
