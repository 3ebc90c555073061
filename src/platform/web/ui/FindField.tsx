import { Search } from 'lucide-react';
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
  const { listLabel, finding, found: answer, noneHint, onChoose, children, hint, ...field } = props;
  const { typed, setTyped, words } = finding;
  const found = words === '' ? [] : (answer ?? []);
  const rows = useFoundList(found);
  const isNone = words !== '' && answer?.length === 0;

  const choose = (one: T | undefined) => {
    if (!one) return;
    setTyped('');
    rows.restart();
    onChoose(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (found.length === 0) return;
    if (event.key === 'Enter') choose(rows.current);
    else if (!rows.step(event)) return;
    event.preventDefault();
  };
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
      {found.length > 0 && (
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
        </div>
      )}
    </div>
  );
}
