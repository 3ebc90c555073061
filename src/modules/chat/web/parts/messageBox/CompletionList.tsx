import { clsx } from 'clsx';
import { Users } from 'lucide-react';
import { type RefObject, useLayoutEffect, useRef } from 'react';
import { createPortal } from 'react-dom';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { floatClasses } from '../../../../../platform/web/ui/float.ts';
import { StatusDot } from '../../../../../platform/web/ui/StatusDot.tsx';
import { fullName } from '../../state/conversations/conversation.ts';
import { caretPlace } from './caretPlace.ts';
import type { Completion } from './useCompletion.ts';
import type { Suggestion } from './useSuggestions.ts';

interface Props {
  box: RefObject<HTMLTextAreaElement | null>;
  completion: Completion;
}

/** Suggestions next to the caret; the focus stays in the box. */
export function CompletionList({ box, completion }: Props) {
  const { suggestions, start, label } = completion;
  const count = suggestions.length;
  return (
    <>
      <span role="status" className="sr-only">
        {count > 0 && `${count} ${count === 1 ? 'suggestion' : 'suggestions'} for ${label}`}
      </span>
      {count > 0 &&
        createPortal(
          <section aria-label="Suggestions">
            <Options box={box} completion={completion} key={start} />
          </section>,
          box.current?.closest('[role="dialog"]') ?? document.body,
        )}
    </>
  );
}

function Options({ box, completion }: Props) {
  const { suggestions, active, start, listId, label } = completion;
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const place = () => list.current && box.current && setPlace(list.current, box.current, start);
    // Measured in the next frame, when layout happens anyway, not during the keystroke.
    const frame = requestAnimationFrame(place);
    const viewport = window.visualViewport;
    window.addEventListener('resize', place);
    viewport?.addEventListener('resize', place);
    return () => {
      cancelAnimationFrame(frame);
      window.removeEventListener('resize', place);
      viewport?.removeEventListener('resize', place);
    };
  }, [box, start]);
  useLayoutEffect(() => {
    const frame = requestAnimationFrame(() =>
      list.current?.children[active]?.scrollIntoView({ block: 'nearest' }),
    );
    return () => cancelAnimationFrame(frame);
  }, [active]);

  return (
    <div
      ref={list}
      id={listId}
      role="listbox"
      aria-label={label}
      // Tab accepts a suggestion while the list is open; this is for scrolling the list without the box.
      tabIndex={0}
      className={clsx(floatClasses, 'fixed max-h-80! w-80 overflow-y-auto p-1')}
    >
      {suggestions.map((suggestion, index) => (
        // biome-ignore lint/a11y/useKeyWithClickEvents: the keys are pressed in the box
        // biome-ignore lint/a11y/useFocusableInteractive: the box keeps the focus
        <div
          key={suggestion.key}
          id={`${listId}-${index}`}
          role="option"
          aria-selected={index === active}
          onPointerDown={(event) => event.preventDefault()}
          onPointerMove={() => completion.point(index)}
          onClick={() => completion.accept(index)}
          className={clsx(
            'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 py-1 touch:min-h-11',
            index === active && 'bg-accent-surface',
          )}
        >
          <SuggestionRow suggestion={suggestion} />
        </div>
      ))}
    </div>
  );
}

const margin = 8;
const gap = 4;

/** Above the box if there is space, never over the text or off the screen. */
function setPlace(list: HTMLElement, box: HTMLTextAreaElement, start: number): void {
  const { left, top, bottom } = caretPlace(box, start);
  const view = window.visualViewport;
  const width = view?.width ?? window.innerWidth;
  const height = view?.height ?? window.innerHeight;
  const above = top - (view?.offsetTop ?? 0) - margin - gap;
  const below = height + (view?.offsetTop ?? 0) - bottom - margin - gap;
  const isAbove = above >= Math.min(200, list.scrollHeight) || above >= below;
  const furthest = width - list.offsetWidth - margin;
  list.style.left = `${Math.max(margin, Math.min(left, furthest))}px`;
  list.style.top = isAbove ? 'auto' : `${bottom + gap}px`;
  list.style.bottom = isAbove ? `${window.innerHeight - top + gap}px` : 'auto';
  list.style.setProperty('max-height', `${Math.min(320, isAbove ? above : below)}px`, 'important');
}

function SuggestionRow({ suggestion }: { suggestion: Suggestion }) {
  if (suggestion.kind === 'emoji') {
    return (
      <>
        <span className="w-6 text-center text-lg">{suggestion.insert}</span>
        <span className="min-w-0 truncate text-text">:{suggestion.code}:</span>
      </>
    );
  }
  if (suggestion.kind === 'audience') {
    return (
      <>
        <span className="flex size-6 shrink-0 items-center justify-center rounded-full bg-fill text-muted">
          <Users aria-hidden="true" className="size-3.5" />
        </span>
        <SuggestionText name={suggestion.insert} note={suggestion.meaning} />
      </>
    );
  }
  const { person, isHere } = suggestion;
  const name = fullName(person);
  return (
    <>
      <Avatar name={name} size="sm" />
      <SuggestionText name={name} note={`@${person.username}`} status={person.status} />
      {!isHere && <span className="shrink-0 text-xs text-muted">Not in this channel</span>}
    </>
  );
}

function SuggestionText({ name, note, status }: { name: string; note: string; status?: string }) {
  return (
    <span className="flex min-w-0 flex-1 items-baseline gap-2">
      <span className="flex max-w-full min-w-0 shrink-0 items-center gap-1.5">
        <span className="min-w-0 truncate font-medium text-text">{name}</span>
        {status && <StatusDot status={status} />}
      </span>
      <span className="min-w-0 truncate text-xs text-muted">{note}</span>
    </span>
  );
}
