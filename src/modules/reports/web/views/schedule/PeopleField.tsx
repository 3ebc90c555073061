import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search, X } from 'lucide-react';
import { type KeyboardEvent, useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { useSettled } from '../../../../../platform/web/time/useSettled.ts';
import { FoundOption } from '../../../../../platform/web/ui/FoundOption.tsx';
import { useFoundList } from '../../../../../platform/web/ui/foundList.ts';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { listRecipients, recipientsMax } from '../../../contract/views.ts';
import type { Person } from '../../state/useViews.ts';

interface Props {
  people: readonly Person[];
  error: string | undefined;
  onChange: (people: readonly Person[]) => void;
}

/** Recipients: a search field, the results below it, and the chosen people. */
export function PeopleField({ people, error, onChange }: Props) {
  const [typed, setTyped] = useState('');
  const { found, hint } = useFound(typed, people);
  const rows = useFoundList(found);
  const isFull = people.length >= recipientsMax;
  const choose = (person: Person | undefined) => {
    if (!person) return;
    onChange([...people, person]);
    setTyped('');
    rows.restart();
  };
  const onKeyDown = (event: KeyboardEvent) => {
    // Enter must not submit the form while searching.
    if (event.key === 'Enter') choose(rows.current);
    else if (!rows.step(event)) return;
    event.preventDefault();
  };
  return (
    <div className="flex flex-col gap-2">
      <TextField
        label="To"
        required
        error={error}
        disabled={isFull}
        hint={isFull ? `Up to ${recipientsMax} people.` : hint}
        placeholder="Search people with report access"
        icon={Search}
        {...rows.control}
        maxLength={100}
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          rows.restart();
        }}
        onKeyDown={onKeyDown}
      />
      {found.length > 0 && (
        <div
          id={rows.listId}
          role="listbox"
          aria-label="People"
          className="max-h-48 overflow-y-auto rounded-md border border-border p-1"
        >
          {found.map((person, at) => (
            <FoundOption
              key={person.id}
              {...rows.optionAt(person, at)}
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
    <ul aria-label="Recipients" className="flex flex-wrap gap-2">
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
  const results = q === '' ? [] : (data ?? []);
  const found = results.filter(({ id }) => people.every((one) => one.id !== id));
  const isNone = q !== '' && !isPlaceholderData && data !== undefined && found.length === 0;
  return { found, hint: isNone ? noneOf(results.length) : undefined };
}

const noneOf = (matches: number) =>
  matches > 0 ? 'Already a recipient.' : 'No matching people with report access.';
