import { Check, Search, X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { Avatar } from '../../../../platform/web/ui/Avatar.tsx';
import { Field } from '../../../../platform/web/ui/Field.tsx';
import { FoundOption } from '../../../../platform/web/ui/FoundOption.tsx';
import { useFoundList } from '../../../../platform/web/ui/foundList.ts';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import type { Person } from '../../../people/contract.ts';
import { fullName } from '../state/conversations/conversation.ts';
import { findMatches } from '../state/people/match.ts';
import { useEveryone } from '../state/people/usePeople.ts';

interface Props {
  label: string;
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  /** People who cannot be chosen: oneself, or existing members. */
  without: ReadonlySet<number>;
  error?: string | undefined;
  hint?: string | undefined;
}

const shownAtMost = 50;
const searchable = (person: Person) => `${fullName(person)} ${person.username}`;

/** Chooses people by name: the field keeps the focus, the list below shows the matches. */
export function PeoplePicker({ label, chosen, onChange, without, error, hint }: Props) {
  const { everyone, isPending, isError } = useEveryone();
  const [typed, setTyped] = useState('');
  const candidates = useMemo(
    () => everyone.filter(({ id }) => !without.has(id)),
    [everyone, without],
  );
  const found = useMemo(
    () => findMatches(candidates, typed, searchable, shownAtMost),
    [candidates, typed],
  );
  const rows = useFoundList(found);

  const toggle = (person: Person | undefined) => {
    if (!person) return;
    const has = chosen.includes(person.id);
    onChange(has ? chosen.filter((id) => id !== person.id) : [...chosen, person.id]);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (typed || chosen.length === 0)) toggle(rows.current);
    else if (event.key === 'Backspace' && !typed) onChange(chosen.slice(0, -1));
    else if (!rows.step(event)) return;
    if (event.key !== 'Backspace') event.preventDefault();
  };

  return (
    <div className="flex flex-col gap-2">
      <Field label={label} error={error} hint={hint}>
        {(control) => (
          <div className="flex min-h-row flex-wrap items-center gap-1 rounded-md border border-border-strong bg-surface px-2 py-1 focus-within:outline-2 focus-within:outline-focus">
            <Search aria-hidden className="mx-1 size-4 shrink-0 text-muted" />
            <Chosen
              people={everyone.filter(({ id }) => chosen.includes(id))}
              onRemove={(id) => onChange(chosen.filter((one) => one !== id))}
            />
            <input
              {...control}
              {...rows.control}
              placeholder={chosen.length === 0 ? 'Search people' : ''}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                rows.restart();
              }}
              onKeyDown={onKeyDown}
              className="h-7 min-w-24 flex-1 bg-transparent text-input text-text outline-none placeholder:text-muted"
            />
          </div>
        )}
      </Field>
      <div className="scroll-area h-44 overflow-y-auto rounded-md border border-border p-1">
        {found.length > 0 ? (
          <div id={rows.listId} role="listbox" aria-label="People" aria-multiselectable>
            {found.map((person, at) => (
              <FoundOption
                key={person.id}
                {...rows.optionAt(person, at)}
                chosen={chosen.includes(person.id)}
                onChoose={() => toggle(person)}
                className="min-h-10 items-center px-2 touch:min-h-11"
              >
                <Found person={person} chosen={chosen.includes(person.id)} />
              </FoundOption>
            ))}
          </div>
        ) : (
          <div role="status" className="p-3 text-sm text-muted">
            {isPending && <Spinner label="Loading people" />}
            {isError && 'Failed to fetch users'}
            {!isPending && !isError && noMatchText(typed.trim())}
          </div>
        )}
      </div>
    </div>
  );
}

const noMatchText = (typed: string) =>
  typed ? `No people match “${typed}”.` : 'No one left to add.';

function Chosen(props: { people: readonly Person[]; onRemove: (id: number) => void }) {
  return props.people.map((person) => (
    <span
      key={person.id}
      className="inline-flex h-7 max-w-full items-center gap-1 rounded-sm bg-fill pl-2 text-sm text-text"
    >
      <span className="truncate">{fullName(person)}</span>
      <button
        type="button"
        aria-label={`Remove ${fullName(person)}`}
        onClick={() => props.onRemove(person.id)}
        className="flex size-7 items-center justify-center rounded-sm text-muted hover:text-text"
      >
        <X aria-hidden className="size-3.5" />
      </button>
    </span>
  ));
}

function Found({ person, chosen }: { person: Person; chosen: boolean }) {
  return (
    <>
      <Avatar name={fullName(person)} size="sm" status={person.status} />
      <span className="min-w-0 flex-1 truncate">
        {fullName(person)} <span className="text-muted">@{person.username}</span>
      </span>
      {chosen && <Check aria-hidden className="size-4 shrink-0 text-accent" />}
    </>
  );
}
