import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { listUsers } from '../../../people/contract.ts';
import { nameOf } from '../names.ts';

interface Props {
  without: ReadonlySet<number>;
  onChoose: (userId: number) => void;
}

const pauseMs = 200;

/** Finds one person by name: the field has the keyboard, the list below shows who answers to it. */
export function PersonField({ without, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const listId = useId();
  const found = usePeople(typed).filter(({ id }) => !without.has(id));
  const current = Math.min(pointed, Math.max(found.length - 1, 0));
  const isOpen = typed.trim() !== '';
  const optionId = (id: number) => `${listId}-${id}`;

  const choose = (id: number | undefined) => {
    if (id === undefined) return;
    setTyped('');
    setPointed(0);
    onChoose(id);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    if (step) setPointed(Math.min(Math.max(current + step, 0), found.length - 1));
    else choose(found[current]?.id);
  };

  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="Add a person"
        placeholder="Search by name"
        icon={Search}
        role="combobox"
        aria-expanded={isOpen && found.length > 0}
        aria-controls={isOpen && found.length > 0 ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && found[current] ? optionId(found[current].id) : undefined}
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.target.value);
          setPointed(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          className="rounded-md border border-border p-1"
        >
          {found.map((person, at) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
            <div
              key={person.id}
              id={optionId(person.id)}
              role="option"
              tabIndex={-1}
              aria-selected={at === current}
              onPointerMove={() => setPointed(at)}
              onClick={() => choose(person.id)}
              className={clsx(
                'flex min-h-9 cursor-default items-center gap-2.5 rounded-sm px-2 text-base touch:min-h-11',
                at === current && 'bg-hover',
              )}
            >
              <Avatar name={nameOf(person)} size="sm" />
              <span className="min-w-0 truncate">
                {nameOf(person)} <span className="text-muted">@{person.username}</span>
              </span>
            </div>
          ))}
        </div>
      )}
      {isOpen && found.length === 0 && (
        <p role="status" className="text-sm text-muted">
          Nobody else is called “{typed.trim()}”.
        </p>
      )}
    </div>
  );
}

function usePeople(typed: string) {
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(typed.trim()), pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  const { data } = useQuery({
    ...queryOptionsFor(listUsers, { query: { search, limit: 8 } }),
    enabled: search !== '',
    placeholderData: keepPreviousData,
  });
  const people = search === '' ? [] : (data?.users ?? []);
  return people.filter(({ isActive, protection }) => isActive && protection !== 'system_bot');
}
