import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useMemo, useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { controlClasses, Field } from '../../../../../platform/web/ui/Field.tsx';
import { findMatches } from '../../../../chat/web/public.ts';
import { listOwners } from '../../../contract.ts';

interface Props {
  channelId: string;
  ownerId: number | null;
  onChange: (ownerId: number | null) => void;
  label?: string;
  error?: string | undefined;
}

const shownAtMost = 8;

/** One of those who read the channel, by name; nobody: whoever wants to may claim it. */
export function OwnerField({ channelId, ownerId, onChange, label = 'Owner', error }: Props) {
  const owners = useQuery(queryOptionsFor(listOwners, { params: { channelId } })).data;
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const listId = useId();
  const found = useMemo(
    () => (typed.trim() ? findMatches(owners ?? [], typed, ({ name }) => name, shownAtMost) : []),
    [owners, typed],
  );
  const current = Math.min(pointed, Math.max(found.length - 1, 0));
  const chosen = owners?.find(({ id }) => id === ownerId);
  const choose = (id: number | undefined) => {
    if (id === undefined) return;
    onChange(id);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step) setPointed(Math.min(Math.max(current + step, 0), found.length - 1));
    else if (event.key === 'Enter' && typed) choose(found[current]?.id);
    else if (event.key === 'Backspace' && !typed && ownerId !== null) onChange(null);
    else return;
    event.preventDefault();
  };
  const none = typed.trim() !== '' && owners !== undefined && found.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <Field
        label={label}
        error={error}
        hint={none ? `Nobody here is called “${typed.trim()}”.` : undefined}
      >
        {(control) => (
          <div className="flex items-center gap-2">
            {chosen && (
              <span className="inline-flex h-row max-w-full shrink-0 items-center gap-2 rounded-md bg-fill pl-2 text-sm">
                <Avatar name={chosen.name} size="sm" />
                <span className="truncate">{chosen.name}</span>
                <button
                  type="button"
                  aria-label={`Remove ${chosen.name}`}
                  onClick={() => onChange(null)}
                  className="flex size-8 items-center justify-center rounded-sm text-muted hover:text-text"
                >
                  <X aria-hidden className="size-3.5" />
                </button>
              </span>
            )}
            <input
              {...control}
              role="combobox"
              aria-expanded={found.length > 0}
              aria-controls={found.length > 0 ? listId : undefined}
              aria-autocomplete="list"
              aria-activedescendant={found[current] && `${listId}-${found[current].id}`}
              autoComplete="off"
              placeholder={chosen ? 'Somebody else' : 'Anybody here may claim it'}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                setPointed(0);
              }}
              onKeyDown={onKeyDown}
              className={clsx(controlClasses, 'h-row min-w-24 flex-1 px-3')}
            />
          </div>
        )}
      </Field>
      {found.length > 0 && (
        <div
          id={listId}
          role="listbox"
          aria-label="People"
          className="rounded-md border border-border p-1"
        >
          {found.map(({ id, name, department }, index) => (
            // biome-ignore lint/a11y/useKeyWithClickEvents: the field above has the keyboard
            <div
              key={id}
              id={`${listId}-${id}`}
              role="option"
              tabIndex={-1}
              aria-selected={id === ownerId}
              onPointerMove={() => setPointed(index)}
              onClick={() => choose(id)}
              className={clsx(
                'flex min-h-9 cursor-default items-center gap-3 rounded-sm px-2 text-base touch:min-h-11',
                index === current && 'bg-hover',
              )}
            >
              <Avatar name={name} size="sm" />
              <span className="min-w-0 flex-1 truncate">{name}</span>
              <span className="text-xs text-muted">{department?.replace('_', ' ')}</span>
            </div>
          ))}
        </div>
      )}
    </div>
  );
}
