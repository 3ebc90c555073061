import { type KeyboardEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { changeText } from './changeText.ts';
import { isInCode } from './codeFence.ts';
import { completedBy, findQuery, isSameQuery, type Query } from './findQuery.ts';
import { type Suggestion, useSuggestions } from './useSuggestions.ts';

export interface Completion {
  suggestions: readonly Suggestion[];
  active: number;
  /** Where the completed text begins. */
  start: number;
  listId: string;
  label: string;
  /** Attributes for the box. */
  aria: {
    'aria-autocomplete': 'list';
    'aria-haspopup': 'listbox';
    'aria-controls': string | undefined;
    'aria-activedescendant': string | undefined;
  };
  typed(): void;
  moved(): void;
  close(): void;
  point(index: number): void;
  accept(index: number): void;
  /** Whether the list handled the key. */
  onKeyDown(event: KeyboardEvent): boolean;
  /** Whether the input is already there: the space added after an accepted suggestion. */
  isThere(data: string): boolean;
}

const none: readonly Suggestion[] = [];

function ariaOf(openList: string | undefined, active: number): Completion['aria'] {
  return {
    'aria-autocomplete': 'list',
    'aria-haspopup': 'listbox',
    'aria-controls': openList,
    'aria-activedescendant': openList && `${openList}-${active}`,
  };
}

/** Completes mentions and emoji before the caret. */
export function useCompletion(
  box: RefObject<HTMLTextAreaElement | null>,
  channelId: string,
): Completion {
  const { query, look, dismiss, setQuery } = useQueryAtCaret(box);
  const suggestions = useSuggestions(query, channelId) ?? none;
  const [pointed, point] = useState(0);
  const listId = useId();
  const active = Math.min(pointed, suggestions.length - 1);
  const isOpen = query !== null && suggestions.length > 0;

  /** The caret position after the space added with an accepted suggestion, until something is typed. */
  const spaceBefore = useRef<number | null>(null);

  const accept = (index: number) => {
    const suggestion = suggestions[index];
    const { current } = box;
    if (!query || !suggestion || !current) return;
    const change = completedBy(current.value, query, suggestion.insert);
    dismiss(query, suggestion.insert);
    changeText(current, change);
    spaceBefore.current = change.selectionStart;
  };
  useTypedInFull(query, suggestions, accept);

  return {
    suggestions: isOpen ? suggestions : none,
    active,
    start: query?.start ?? 0,
    listId,
    label: query?.kind === 'emoji' ? 'emoji' : 'people',
    aria: ariaOf(isOpen ? listId : undefined, active),
    typed() {
      spaceBefore.current = null;
      point(0);
      look(true);
    },
    moved: () => look(false),
    close: () => setQuery(null),
    point,
    accept,
    onKeyDown(event) {
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey) return false;
      const next = stepOf(event.key);
      if (next) point((active + next + suggestions.length) % suggestions.length);
      else if (isAcceptance(event)) accept(active);
      else if (event.key === 'Escape') dismiss(query);
      else return false;
      return true;
    },
    isThere(data) {
      const { current } = box;
      const at = spaceBefore.current;
      spaceBefore.current = null;
      return (
        data === ' ' && at !== null && current?.selectionStart === at && current.selectionEnd === at
      );
    },
  };
}

const stepOf = (key: string) => (key === 'ArrowDown' ? 1 : key === 'ArrowUp' ? -1 : 0);
const isAcceptance = ({ key, shiftKey }: KeyboardEvent) =>
  !shiftKey && (key === 'Enter' || key === 'Tab');

/** A shortcode closed with its second colon becomes the emoji at once. */
function useTypedInFull(
  query: Query | null,
  suggestions: readonly Suggestion[],
  accept: (index: number) => void,
): void {
  const latest = useRef(accept);
  latest.current = accept;
  useEffect(() => {
    if (query?.kind !== 'emoji' || !query.term.endsWith(':')) return;
    const [first] = suggestions;
    if (first?.kind !== 'emoji' || `${first.code}:` !== query.term) return;
    // Browsers ignore a text change made inside another change's event.
    const timer = setTimeout(() => latest.current(0));
    return () => clearTimeout(timer);
  }, [query, suggestions]);
}

/** The query at the caret, unless the user dismissed it. */
function useQueryAtCaret(box: RefObject<HTMLTextAreaElement | null>) {
  const [query, setQuery] = useState<Query | null>(null);
  const dismissed = useRef<{ start: number; term: string } | null>(null);

  const look = (mayOpen: boolean) => {
    const { current } = box;
    if (!current || (!mayOpen && !query)) return;
    const { selectionStart: caret, selectionEnd, value } = current;
    const found = caret === selectionEnd ? findQuery(value, caret) : null;
    const { current: dismissedQuery } = dismissed;
    const isDismissed =
      found && dismissedQuery?.start === found.start && found.term.startsWith(dismissedQuery.term);
    if (dismissedQuery && !isDismissed) dismissed.current = null;
    const next = found && !isDismissed && !isInCode(value, caret) ? found : null;
    const moved = !mayOpen && next?.start !== query?.start;
    const wanted = moved ? null : next;
    if (!isSameQuery(wanted, query)) setQuery(wanted);
  };
  const dismiss = (of: Query, inserted?: string) => {
    dismissed.current = { start: of.start, term: inserted?.slice(1) ?? of.term };
    setQuery(null);
  };
  return { query, look, dismiss, setQuery };
}
