import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSettled } from '../../../../../platform/web/time/useSettled.ts';
import { FoundOption } from '../../../../../platform/web/ui/FoundOption.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { listRecipients, recipientsMax } from '../../../contract/views.ts';
import type { Person } from '../useViews.ts';

interface Props {
  people: readonly Person[];
  error: string | undefined;
  onChange: (people: readonly Person[]) => void;
}

/** Who gets it: a field that has the keyboard, the list below it, and who is chosen. */
export function PeopleField({ people, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const listId = useId();
  const { found, isNone } = useFound(typed, people);
  const current = Math.min(pointed, Math.max(found.length - 1, 0));
  const isOpen = found.length > 0;
  const isFull = people.length >= recipientsMax;
  const choose = (person: Person) => {
    onChange([...people, person]);
    setTyped('');
    setPointed(0);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === 'Enter') event.preventDefault();
    if (!isOpen || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    const person = found[current];
    if (step) setPointed(Math.min(Math.max(current + step, 0), found.length - 1));
    else if (person) choose(person);
  };
  const chosen = found[current];
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="To"
        required
        error={error}
        disabled={isFull}
        hint={
          isFull
            ? `${recipientsMax} people at most.`
            : isNone && 'Nobody who may read reports is called so.'
        }
        placeholder="Search people who may read reports"
        icon={Search}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && chosen ? `${listId}-${chosen.id}` : undefined}
        autoComplete="off"
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setPointed(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          className="max-h-48 overflow-y-auto rounded-md border border-border p-1"
        >
          {found.map((person, at) => (
            <FoundOption
              key={person.id}
              id={`${listId}-${person.id}`}
              current={at === current}
              onPoint={() => setPointed(at)}
              onChoose={() => choose(person)}
              className="min-h-9 items-center px-2 touch:min-h-11"
            >
              {person.name}
            </FoundOption>
          ))}
        </div>
      )}
      <Chosen people={people} onChange={onChange} />
    </div>
  );
}

function Chosen({ people, onChange }: Pick<Props, 'people' | 'onChange'>) {
  if (people.length === 0) return null;
  return (
    <ul aria-label="Gets it" className="flex flex-wrap gap-2">
      {people.map(({ id, name }) => (
        <li
          key={id}
          className="flex h-8 items-center gap-1 rounded-md bg-fill pl-2.5 text-sm text-text touch:h-10"
        >
          {name}
          <IconButton
            size="sm"
            icon={X}
            label={`Remove ${name}`}
            onClick={() => onChange(people.filter((one) => one.id !== id))}
          />
        </li>
      ))}
    </ul>
  );
}

function useFound(typed: string, people: readonly Person[]) {
  const q = useSettled(typed.trim());
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listRecipients, { query: { q } }),
    enabled: q !== '',
    placeholderData: keepPreviousData,
  });
  const found =
    q === '' ? [] : (data ?? []).filter(({ id }) => people.every((one) => one.id !== id));
  return { found, isNone: q !== '' && !isPlaceholderData && data?.length === 0 };
}
