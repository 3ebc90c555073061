import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { Search } from 'lucide-react';
import { type KeyboardEvent, useId, useState } from 'react';
import type { Store } from '../../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { dollarsOf } from '../../../../../platform/web/format/amounts.ts';
import { useSettled } from '../../../../../platform/web/time/useSettled.ts';
import { FoundOption } from '../../../../../platform/web/ui/FoundOption.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { listSellable, type Sellable } from '../../../contract.ts';

interface Props {
  /** Whose stock; none before it is known. */
  store: Store | '';
  error: string | undefined;
  onChoose: (car: Sellable) => void;
}

/** Finds one car of the stock: the field has the keyboard, the list below shows what answers to it. */
export function CarField({ store, error, onChoose }: Props) {
  const [typed, setTyped] = useState('');
  const [pointed, setPointed] = useState(0);
  const listId = useId();
  const { cars, isNone } = useSellable(store, typed);
  const current = Math.min(pointed, Math.max(cars.length - 1, 0));
  const isOpen = cars.length > 0;
  const optionId = (id: number) => `${listId}-${id}`;

  const onKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!isOpen || (!step && event.key !== 'Enter')) return;
    event.preventDefault();
    const car = cars[current];
    if (step) setPointed(Math.min(Math.max(current + step, 0), cars.length - 1));
    else if (car) onChoose(car);
  };
  return (
    <div className="flex flex-col gap-1">
      <TextField
        label="Car of the stock"
        required
        error={error}
        hint={isNone && 'No car of the store’s stock that can be sold answers to that.'}
        disabled={store === ''}
        placeholder={store === '' ? 'Choose the store first' : 'Stock number, VIN or words'}
        icon={Search}
        role="combobox"
        aria-expanded={isOpen}
        aria-controls={isOpen ? listId : undefined}
        aria-autocomplete="list"
        aria-activedescendant={isOpen && cars[current] ? optionId(cars[current].id) : undefined}
        autoComplete="off"
        value={typed}
        maxLength={100}
        onChange={(event) => {
          setTyped(event.target.value);
          setPointed(0);
        }}
        onKeyDown={onKeyDown}
      />
      {isOpen && (
        <div
          id={listId}
          role="listbox"
          aria-label="Cars"
          className="max-h-64 overflow-y-auto rounded-md border border-border p-1"
        >
          {cars.map((car, at) => (
            <FoundOption
              key={car.id}
              id={optionId(car.id)}
              current={at === current}
              onPoint={() => setPointed(at)}
              onChoose={() => onChoose(car)}
              className="min-h-9 items-center justify-between px-2 touch:min-h-11"
            >
              <span className="min-w-0 truncate">{car.title}</span>
              <span className="flex shrink-0 gap-3 text-sm text-muted tabular-nums">
                <span className="font-mono">{car.stockNumber}</span>
                {car.listCents !== null && <span>{dollarsOf(car.listCents)}</span>}
              </span>
            </FoundOption>
          ))}
        </div>
      )}
    </div>
  );
}

const atMost = 8;

function useSellable(store: Store | '', typed: string) {
  const q = useSettled(typed.trim());
  const asks = store !== '' && q !== '';
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listSellable, { query: { store: store || 'ford', q } }),
    enabled: asks,
    placeholderData: keepPreviousData,
    // A car may be sold by somebody else at any moment.
    staleTime: 0,
  });
  const cars = asks ? (data ?? []).slice(0, atMost) : [];
  return { cars, isNone: asks && !isPlaceholderData && data?.length === 0 };
}
