import {
  keepPreviousData,
  type QueryKey,
  type UseQueryOptions,
  useQuery,
} from '@tanstack/react-query';
import { Plus, Search } from 'lucide-react';
import { type KeyboardEvent, type ReactNode, useState } from 'react';
import { useSettled } from '../time/useSettled.ts';
import { FoundOption } from './FoundOption.tsx';
import { useFoundList } from './foundList.ts';
import { TextField, type TextFieldProps } from './TextField.tsx';

interface Props<T>
  extends Pick<
    TextFieldProps,
    'label' | 'labelHidden' | 'hint' | 'required' | 'error' | 'disabled' | 'placeholder'
  > {
  /** The accessible name of the list: `Customers`. */
  listLabel: string;
  finding: Finding;
  found: Found<T>;
  /** Shown if nothing matches. */
  noneHint?: (search: string) => string;
  onChoose: (found: T) => void;
  /** Offered below the results: to add what was typed. The typed text stays. */
  create?: { label: (search: string) => string; onCreate: (search: string) => void } | undefined;
  /** Renders one result. */
  children: (found: T) => ReactNode;
}

/** The typed text, and its debounced version to search for. */
export function useFinding() {
  const [typed, setTyped] = useState('');
  return { typed, setTyped, search: useSettled(typed.trim()) };
}
type Finding = ReturnType<typeof useFinding>;

interface Found<T> {
  /** Null while loading. */
  matches: readonly T[] | null;
  /** They match the text that was searched for before. */
  isStale: boolean;
}

/** The matches of a search; the previous ones stay until the next have loaded. */
export function useFound<Data, T, Key extends QueryKey>(
  search: string,
  options: UseQueryOptions<Data, Error, Data, Key>,
  matchesIn: (data: Data) => readonly T[],
): Found<T> {
  const { data, isPlaceholderData: isStale } = useQuery({
    enabled: search !== '',
    ...options,
    placeholderData: keepPreviousData as never,
  });
  const matches = data === undefined ? null : matchesIn(data);
  return { matches: isStale && matches?.length === 0 ? null : matches, isStale };
}

/** A search field with results: the field keeps the focus, the list below shows the matches. */
export function FindField<T extends { id: number }>(props: Props<T>) {
  const { listLabel, finding, found: results, noneHint, onChoose, children, hint, ...rest } = props;
  const { create, ...field } = rest;
  const { typed, setTyped, search } = finding;
  const { matches } = results;
  const found = search === '' ? [] : (matches ?? []);
  const isNone = search !== '' && matches?.length === 0;
  const isCurrent = search === typed.trim() && !results.isStale;
  // Only beside results: pressing Enter before they load must not add someone who exists.
  const offersCreate = create !== undefined && search !== '' && isCurrent && matches !== null;
  const rows = useFoundList<T | typeof toCreate>(offersCreate ? [...found, toCreate] : found);

  const choose = (one: T | typeof toCreate | undefined) => {
    if (!one) return;
    rows.restart();
    if (isToCreate(one)) return create?.onCreate(typed.trim());
    setTyped('');
    onChoose(one);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') {
      // It neither submits the form around the field nor chooses what matched another text.
      if (typed.trim() === '') return;
      if (isCurrent) choose(rows.current);
    } else if (!rows.step(event)) return;
    event.preventDefault();
  };
  const isOpen = found.length > 0 || offersCreate;
  return (
    <div className="flex flex-col gap-1">
      <TextField
        {...field}
        hint={isNone && noneHint ? noneHint(search) : hint}
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

/** An entry in the results; no record has this id. */
const toCreate = { id: 0, isToCreate: true } as const;
const isToCreate = (one: object): one is typeof toCreate => one === toCreate;
