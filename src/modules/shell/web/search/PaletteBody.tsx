import { Search } from 'lucide-react';
import { type KeyboardEvent, type RefObject, useId, useState } from 'react';
import { useLocation } from 'wouter';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { chatNavigate } from '../../../chat/web/public.ts';
import { openChat } from '../chat/chatState.ts';
import { FindList } from './FindList.tsx';
import type { Find } from './finds.ts';
import { useActions } from './useActions.ts';
import { useFinds } from './useFinds.ts';

export interface PaletteBodyProps {
  /** Who searches. */
  user: CurrentUser;
  /** The accessible name of the field. */
  hint: string;
  /** What was typed since it was opened; undefined once the field takes the keys itself. */
  typedAhead: RefObject<string | undefined>;
  openChatSettings: () => void;
  /** The user has chosen a target. */
  onFollow: () => void;
}

export function PaletteBody(props: PaletteBodyProps) {
  const { user, hint, typedAhead, openChatSettings, onFollow } = props;
  const listId = useId();
  const [typed, setTyped] = useState('');
  const [chosen, setChosen] = useState(0);
  const [, navigate] = useLocation();
  const actions = useActions(user, openChatSettings);
  const { finds, waiting, failed } = useFinds({ user, typed, actions, go: navigate });
  const current = Math.min(chosen, Math.max(finds.length - 1, 0));
  const takeTypedAhead = () => {
    if (typedAhead.current) setTyped(typedAhead.current);
    typedAhead.current = undefined;
  };

  const follow = (find: Find | undefined) => {
    if (!find) return;
    onFollow();
    if (find.kind === 'page') return navigate(find.page.href);
    if (find.kind === 'record') return navigate(find.item.href);
    if (find.kind === 'person') return chatNavigate({ senderId: find.person.id });
    if (find.kind === 'conversation')
      return chatNavigate({ channelId: find.conversation.channel.id });
    if (find.kind === 'message') {
      const { channelId, id } = find.found.message;
      return chatNavigate({ channelId, messageId: id });
    }
    if (find.action.inChat) openChat();
    find.action.act();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moved(event.key, current, finds.length);
    if (next === undefined && event.key !== 'Enter') return;
    event.preventDefault();
    const find = finds[current];
    if (next !== undefined) setChosen(next);
    // Enter right after typing must not open what matched the text before.
    else if (find && !('isStale' in find && find.isStale)) follow(find);
  };

  return (
    <>
      <div className="flex h-12 shrink-0 items-center gap-3 border-b border-border px-4">
        <Search aria-hidden="true" className="size-4 shrink-0 text-muted" />
        <input
          role="combobox"
          aria-label={hint}
          aria-expanded={finds.length > 0}
          aria-controls={listId}
          aria-autocomplete="list"
          aria-activedescendant={finds[current] && `${listId}-${finds[current].id}`}
          placeholder={hint}
          autoComplete="off"
          spellCheck={false}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setChosen(0);
          }}
          onFocus={takeTypedAhead}
          onKeyDown={onKeyDown}
          className="h-full min-w-0 flex-1 bg-transparent text-input text-text outline-none placeholder:text-muted"
        />
        {waiting && <Spinner />}
      </div>
      <FindList
        listId={listId}
        finds={finds}
        current={current}
        onPoint={setChosen}
        onFollow={follow}
      />
      <Note typed={typed.trim()} isEmpty={finds.length === 0} waiting={waiting} failed={failed} />
    </>
  );
}

/** Where a key moves the selection; undefined for any other key. */
function moved(key: string, from: number, count: number): number | undefined {
  if (count === 0) return undefined;
  if (key === 'ArrowDown') return (from + 1) % count;
  if (key === 'ArrowUp') return (from + count - 1) % count;
  if (key === 'PageDown') return count - 1;
  if (key === 'PageUp') return 0;
  return undefined;
}

interface NoteProps {
  typed: string;
  isEmpty: boolean;
  waiting: boolean;
  failed: boolean;
}

/** Announces an empty list, or that the search for people failed. */
function Note({ typed, isEmpty, waiting, failed }: NoteProps) {
  const text =
    failed && typed
      ? 'Couldn’t search people. Try again.'
      : isEmpty && !waiting && `No results for “${typed}”.`;
  return (
    <p role="status" className="px-4 text-sm text-muted not-empty:py-3">
      {text}
    </p>
  );
}
