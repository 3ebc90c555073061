import { keepPreviousData, useQuery } from '@tanstack/react-query';
import type { Store } from '../../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { dollarsOf } from '../../../../../platform/web/format/amounts.ts';
import { FindField, useFinding } from '../../../../../platform/web/ui/FindField.tsx';
import { listSellable, type Sellable } from '../../../contract.ts';

interface Props {
  /** Empty until a store is chosen. */
  store: Store | '';
  error: string | undefined;
  onChoose: (car: Sellable) => void;
}

/** Searches the available stock vehicles of a store. */
export function CarField({ store, ...field }: Props) {
  const finding = useFinding();
  const found = useSellable(store, finding.search);
  return (
    <FindField
      {...field}
      label="Stock vehicle"
      listLabel="Vehicles"
      required
      disabled={store === ''}
      placeholder={store === '' ? 'Choose a store first' : 'Stock number, VIN or description'}
      noneHint={() => 'No available vehicle matches.'}
      {...{ finding, found }}
    >
      {(car) => (
        <>
          <span className="min-w-0 flex-1 truncate">{car.title}</span>
          <span className="flex shrink-0 gap-3 text-sm text-muted tabular-nums">
            <span className="font-mono">{car.stockNumber}</span>
            {car.listCents !== null && <span>{dollarsOf(car.listCents)}</span>}
          </span>
        </>
      )}
    </FindField>
  );
}

const atMost = 8;

function useSellable(store: Store | '', q: string): Sellable[] | null {
  const { data, isPlaceholderData } = useQuery({
    ...queryOptionsFor(listSellable, { query: { store: store || 'ford', q } }),
    enabled: store !== '' && q !== '',
    placeholderData: keepPreviousData,
    // Someone else may sell the vehicle at any moment.
    staleTime: 0,
  });
  if (!data || (isPlaceholderData && data.length === 0)) return null;
  return data.slice(0, atMost);
}
