import { useQuery } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { X } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { departmentNames } from '../../../../../platform/contract/names.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Avatar } from '../../../../../platform/web/ui/Avatar.tsx';
import { controlClasses, Field } from '../../../../../platform/web/ui/Field.tsx';
import { FoundOption } from '../../../../../platform/web/ui/FoundOption.tsx';
import { useFoundList } from '../../../../../platform/web/ui/foundList.ts';
import { findMatches } from '../../../../chat/web/public.ts';
import { listOwners } from '../../../contract.ts';

interface Props {
  channelId: string;
  ownerId: number | null;
  onChange: (ownerId: number | null) => void;
  error?: string | undefined;
  /** While no one is chosen. */
  placeholder?: string;
}

const maxOptions = 8;

/** Picks an assignee from the channel's readers; null: anyone may claim it. */
export function OwnerField(props: Props) {
  const { channelId, ownerId, onChange, error } = props;
  const { placeholder = 'Anyone here can claim it' } = props;
  const owners = useQuery(queryOptionsFor(listOwners, { params: { channelId } })).data;
  const [typed, setTyped] = useState('');
  const found = useMemo(
    () => (typed.trim() ? findMatches(owners ?? [], typed, ({ name }) => name, maxOptions) : []),
    [owners, typed],
  );
  const rows = useFoundList(found);
  const chosen = owners?.find(({ id }) => id === ownerId);
  const choose = (id: number | undefined) => {
    if (id === undefined) return;
    onChange(id);
    setTyped('');
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && typed) choose(rows.current?.id);
    else if (event.key === 'Backspace' && !typed && ownerId !== null) onChange(null);
    else if (!rows.step(event)) return;
    event.preventDefault();
  };
  const hasNoMatch = typed.trim() !== '' && owners !== undefined && found.length === 0;
  return (
    <div className="flex flex-col gap-1">
      <Field
        label="Assign to"
        error={error}
        hint={hasNoMatch ? `No one matches “${typed.trim()}”.` : undefined}
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
              {...rows.control}
              placeholder={chosen ? 'Someone else' : placeholder}
              value={typed}
              onChange={(event) => {
                setTyped(event.target.value);
                rows.restart();
              }}
              onKeyDown={onKeyDown}
              className={clsx(controlClasses, 'h-row min-w-24 flex-1 px-3')}
            />
          </div>
        )}
      </Field>
      {found.length > 0 && (
        <div
          id={rows.listId}
          role="listbox"
          aria-label="People"
          className="rounded-md border border-border p-1"
        >
          {found.map((one, at) => (
            <FoundOption
              key={one.id}
              {...rows.optionAt(one, at)}
              chosen={one.id === ownerId}
              onChoose={() => choose(one.id)}
              className="min-h-9 items-center px-2 touch:min-h-11"
            >
              <Avatar name={one.name} size="sm" />
              <span className="min-w-0 flex-1 truncate">{one.name}</span>
              <span className="text-xs text-muted">
                {one.department && departmentNames[one.department]}
              </span>
            </FoundOption>
          ))}
        </div>
      )}
    </div>
  );
}
