import { X } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import { Field } from '../../../../../platform/web/ui/Field.tsx';
import { distinctTags, noteLimits } from '../../../contract.ts';

interface Props {
  tags: readonly string[];
  onChange: (tags: string[]) => void;
  /** Tags of the user's other notes, most used first. */
  suggestions: readonly string[];
}

/** Tags: Enter or a comma adds one, Backspace removes the last one. */
export function TagsField({ tags, onChange, suggestions }: Props) {
  const [typed, setTyped] = useState('');
  const listId = useId();
  const isFull = tags.length >= noteLimits.tags;
  const has = (tag: string) =>
    tags.some((existing) => existing.toLowerCase() === tag.toLowerCase());

  const add = (text: string) => {
    const added = text.split(',').map((part) => part.trim().replace(/^#/, ''));
    setTyped('');
    const next = distinctTags([...tags, ...added.filter((tag) => tag)]);
    if (next.length > tags.length) onChange(next.slice(0, noteLimits.tags));
  };
  const onChangeText = (text: string) => {
    // Not a key: the keyboards of phones do not name theirs, and a pasted text may have several.
    if (text.includes(',')) add(text);
    else setTyped(text);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      event.preventDefault();
      add(typed);
    } else if (event.key === 'Backspace' && !typed && tags.length > 0) onChange(tags.slice(0, -1));
  };

  return (
    <Field label="Tags" {...(isFull && { hint: `Up to ${noteLimits.tags} tags` })}>
      {(control) => (
        <div className="flex min-h-row flex-wrap items-center gap-1 rounded-md border border-border-strong bg-surface px-2 py-1 focus-within:outline-2 focus-within:outline-focus">
          {tags.map((tag) => (
            <span
              key={tag}
              className="inline-flex h-7 max-w-full items-center gap-1 rounded-sm bg-fill pl-2 text-sm text-text"
            >
              <span className="truncate">#{tag}</span>
              <button
                type="button"
                aria-label={`Remove tag ${tag}`}
                onClick={() => onChange(tags.filter((other) => other !== tag))}
                className="flex size-7 items-center justify-center rounded-sm text-muted hover:text-text"
              >
                <X aria-hidden className="size-3.5" />
              </button>
            </span>
          ))}
          <input
            {...control}
            list={listId}
            value={typed}
            disabled={isFull}
            maxLength={noteLimits.tag}
            autoComplete="off"
            placeholder={tags.length === 0 ? 'Add a tag' : ''}
            onChange={(event) => onChangeText(event.target.value)}
            onKeyDown={onKeyDown}
            onBlur={() => add(typed)}
            className="h-7 min-w-24 flex-1 bg-transparent text-input text-text outline-none placeholder:text-muted"
          />
          <datalist id={listId}>
            {suggestions
              .filter((tag) => !has(tag))
              .slice(0, 50)
              .map((tag) => (
                <option key={tag} value={tag} />
              ))}
          </datalist>
        </div>
      )}
    </Field>
  );
}
