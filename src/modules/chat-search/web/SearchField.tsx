import { clsx } from 'clsx';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useMemo, useState } from 'react';
import { flushSync } from 'react-dom';
import { floatClasses } from '../../../platform/web/ui/float.ts';
import { IconButton } from '../../../platform/web/ui/IconButton.tsx';
import { Spinner } from '../../../platform/web/ui/Spinner.tsx';
import {
  type Channel,
  findMatches,
  useChannels,
  useChat,
  useFoundPeople,
} from '../../chat/web/public.ts';
import { type Hint, hintsFor, quoted, replaceToken, type Token, tokenAt } from './token.ts';

interface Props {
  input: RefObject<HTMLInputElement | null>;
  text: string;
  onChange: (text: string) => void;
  isWaiting: boolean;
  error: string | undefined;
  /** The active result while there are no suggestions. */
  active: { listId: string | undefined; optionId: string | undefined };
  /** Keys not handled by the suggestions. */
  onKey: (event: KeyboardEvent) => void;
}

/** The search field with suggestions; the focus stays in the field. */
export function SearchField({ input, text, onChange, isWaiting, error, active, onKey }: Props) {
  const [caret, setCaret] = useState<number | null>(null);
  const [pointed, setPointed] = useState(0);
  const hints = useHints(caret === null ? null : tokenAt(text, caret));
  const id = useId();
  const current = Math.min(pointed, hints.length - 1);
  const isOpen = hints.length > 0;
  // No error while a suggestion is being completed.
  const shownError = isOpen ? undefined : error;

  const type = (next: string, at: number | null) => {
    onChange(next);
    setCaret(at);
    setPointed(0);
  };
  const accept = (hint: Hint | undefined) => {
    const token = tokenAt(text, caret ?? text.length);
    if (!hint || !token) return;
    const next = replaceToken(text, token, hint.insert);
    // The caret is set before the next key comes: a frame later it would land in the middle of what was typed since.
    flushSync(() => type(next.text, next.caret));
    input.current?.focus();
    input.current?.setSelectionRange(next.caret, next.caret);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing) return;
    if (!isOpen) return onKey(event);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPointed((current + step + hints.length) % hints.length);
    else if (event.key === 'Enter' || event.key === 'Tab') accept(hints[current]);
    else if (event.key === 'Escape') setCaret(null);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };

  const optionId = (index: number) => `${id}-${index}`;
  return (
    <div className="relative border-b border-border px-3 py-2">
      <div className="flex min-h-row items-center gap-2 rounded-md border border-border-strong bg-surface pl-3 focus-within:outline-2 focus-within:outline-focus">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          ref={input}
          role="combobox"
          aria-label="Search messages"
          aria-expanded={isOpen || active.listId !== undefined}
          aria-controls={isOpen ? id : active.listId}
          aria-activedescendant={isOpen ? optionId(current) : active.optionId}
          aria-autocomplete="list"
          aria-invalid={shownError ? true : undefined}
          aria-describedby={shownError ? `${id}-error` : undefined}
          autoComplete="off"
          spellCheck={false}
          enterKeyHint="search"
          placeholder="Search messages, VIN, stock, RO …"
          value={text}
          onChange={({ target }) => type(target.value, target.selectionStart)}
          onSelect={({ currentTarget }) => caret !== null && setCaret(currentTarget.selectionStart)}
          onBlur={() => setCaret(null)}
          onKeyDown={onKeyDown}
          className="h-row min-w-0 flex-1 bg-transparent text-input text-text outline-none placeholder:text-muted"
        />
        {isWaiting && <Spinner className="text-muted" />}
        {text && (
          <IconButton
            label="Clear search"
            icon={X}
            onClick={() => {
              type('', null);
              input.current?.focus();
            }}
          />
        )}
      </div>
      {shownError && (
        <p id={`${id}-error`} role="alert" className="px-1 pt-1.5 text-xs text-danger">
          {shownError}
        </p>
      )}
      {isOpen && (
        <Suggestions
          id={id}
          hints={hints}
          current={current}
          optionId={optionId}
          onPoint={setPointed}
          onAccept={accept}
        />
      )}
    </div>
  );
}

interface SuggestionsProps {
  id: string;
  hints: readonly Hint[];
  current: number;
  optionId: (index: number) => string;
  onPoint: (index: number) => void;
  onAccept: (hint: Hint) => void;
}

function Suggestions({ id, hints, current, optionId, onPoint, onAccept }: SuggestionsProps) {
  return (
    <div
      id={id}
      role="listbox"
      aria-label="Suggestions"
      className={clsx(floatClasses, 'absolute inset-x-3 top-full z-10 -mt-1 p-1')}
    >
      {hints.map((hint, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the field keeps the focus
        <div
          key={hint.insert}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === current}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => onPoint(index)}
          onClick={() => onAccept(hint)}
          className={clsx(
            'flex min-h-9 cursor-default items-baseline gap-2 rounded-sm px-2 py-1.5 text-base touch:min-h-11',
            index === current && 'bg-accent-surface',
          )}
        >
          <span className="min-w-0 truncate font-medium text-text">{hint.insert}</span>
          <span className="min-w-0 truncate text-sm text-muted">{hint.note}</span>
        </div>
      ))}
    </div>
  );
}

const atMost = 6;

/** Suggestions for the typed token: operators, values, people, conversations. */
function useHints(token: Token | null): readonly Hint[] {
  const { people, user } = useChat();
  const { data: channels } = useChannels();
  const wantsPeople = token?.operator === 'from' || token?.operator === 'in';
  const found = useFoundPeople(wantsPeople ? token.value.replace(/^@/, '') : '');
  return useMemo(() => {
    if (!token || !wantsPeople) return hintsFor(token);
    const known = [...new Map([...people.values(), ...found].map((one) => [one.id, one])).values()];
    const typed = token.value.replace(/^[@#]/, '');
    const matches = findMatches(known, typed, (one) => `${one.shownName} ${one.username}`, atMost);
    const isComplete = (insert: string) => insert === `${token.operator}:${quoted(token.value)}`;
    const hints =
      token.operator === 'from'
        ? [
            ...('me'.startsWith(typed) ? [{ insert: 'from:me', note: 'You' }] : []),
            ...matches.map((one) => ({ insert: `from:${one.username}`, note: one.shownName })),
          ]
        : [
            ...hintsOfChannels(channels ?? [], typed),
            ...matches
              .filter(({ id }) => id !== user.id)
              .map((one) => ({ insert: `in:@${one.username}`, note: one.shownName })),
          ];
    return hints.some(({ insert }) => isComplete(insert)) ? [] : hints.slice(0, atMost);
  }, [token, wantsPeople, people, found, channels, user.id]);
}

/** Groups are inserted by id, since their names may change. Direct messages are found by person. */
function hintsOfChannels(channels: readonly Channel[], typed: string): Hint[] {
  const mine = channels.filter(({ type, name, joined }) => type !== 'direct' && name && joined);
  return findMatches(mine, typed, ({ name }) => name, atMost).map(({ id, type, name }) =>
    type === 'group'
      ? { insert: `in:${id}`, note: name }
      : { insert: `in:${quoted(name)}`, note: 'Channel' },
  );
}
