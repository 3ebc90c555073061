import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useSettled } from '../time/useSettled.ts';
import { FoundOption } from './FoundOption.tsx';
import { useFoundList } from './foundList.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface Props<T>
  extends Pick<
    TextFieldProps,
    'label' | 'hint' | 'required' | 'error' | 'disabled' | 'placeholder'
  > {
  /** What the list holds: `Customers`. */
  listLabel: string;
  finding: Finding;
  /** What answers to the words; null while that is not known. */
  found: readonly T[] | null;
  /** Said where nothing answers. */
  noneHint?: (words: string) => string;
  onChoose: (found: T) => void;
  /** Offered below what is found: to add what was typed. What is typed stays. */
  create?: { label: (words: string) => string; onCreate: (words: string) => void } | undefined;
  /** How one of them is drawn. */
  children: (found: T) => ReactNode;
}

/** What is typed, and the words to ask for once the person has paused. */
export function useFinding() {
  const [typed, setTyped] = useState('');
  return { typed, setTyped, words: useSettled(typed.trim()) };
}
type Finding = ReturnType<typeof useFinding>;

/** Finds one of many by its words: the field has the keyboard, the list below shows what answers to them. */
export function FindField<T extends { id: number }>(props: Props<T>) {
  const { listLabel, finding, found: answer, noneHint, onChoose, children, hint, ...rest } = props;
  const { create, ...field } = rest;
  const { typed, setTyped, words } = finding;
  const found = words === '' ? [] : (answer ?? []);
  const isNone = words !== '' && answer?.length === 0;
  // Only beside the answer: Enter, pressed before it is there, must not add somebody who exists.
  const offersCreate =
    create !== undefined && words !== '' && words === typed.trim() && answer !== null;
  const rows = useFoundList<T | typeof toCreate>(offersCreate ? [...found, toCreate] : found);

  const choose = (one: T | typeof toCreate | undefined) => {
    if (!one) return;
    rows.restart();
    if (isToCreate(one)) return create?.onCreate(typed.trim());
    setTyped('');
    onChoose(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (!rows.current) return;
    if (event.key === 'Enter') choose(rows.current);
    else if (!rows.step(event)) return;
    event.preventDefault();
  };
  const isOpen = found.length > 0 || offersCreate;
  return (
    <div className="flex flex-col gap-1">
      <TextField
        {...field}
        hint={isNone && noneHint ? noneHint(words) : hint}
        icon={Search}
        {...rows.control}
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.target.value);
          rows.restart();
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={rows.listId}
          role="listbox"
          aria-label={listLabel}
          className="max-h-64 overflow-y-auto rounded-md border border-border p-1"
        >
          {found.map((one, at) => (
            <FoundOption
              key={one.id}
              {...rows.optionAt(one, at)}
              onChoose={() => choose(one)}
              className="min-h-9 items-center px-2 touch:min-h-11"
            >
              {children(one)}
            </FoundOption>
          ))}
          {offersCreate && (
            <FoundOption
              {...rows.optionAt(toCreate, found.length)}
              onChoose={() => choose(toCreate)}
              className="min-h-9 items-center px-2 touch:min-h-11"
            >
              <Plus aria-hidden="true" className="size-4 shrink-0 text-muted" />
              <span className="min-w-0 truncate">{create.label(typed.trim())}</span>
            </FoundOption>
          )}
        </div>
      )}
    </div>
  );
}

/** Stands among what is found; no record has this id. */
const toCreate = { id: 0, isToCreate: true } as const;
const isToCreate = (one: object): one is typeof toCreate => one === toCreate;
