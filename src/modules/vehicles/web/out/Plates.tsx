import { useQuery } from '@tanstack/react-query';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { listPlates, type Plate } from '../../contract/outings.ts';
import { AddPlateDialog } from './AddPlateDialog.tsx';
import { PlateLogDialog } from './PlateLogDialog.tsx';

interface Props {
  stores: readonly Store[];
  mayAdd: boolean;
}

/** Dealer plates and who has them; opens the log of a plate. */
export function Plates({ stores, mayAdd }: Props) {
  const { data } = useQuery({ ...queryOptionsFor(listPlates), refetchOnMount: 'always' });
  const [opened, setOpened] = useState<Plate>();
  const [adding, setAdding] = useState(false);
  if (!data) return null;
  return (
    <section aria-label="Dealer plates" className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 className="text-sm font-semibold text-text">Dealer plates</h2>
        {mayAdd && (
          <Button size="sm" onClick={() => setAdding(true)}>
            <Plus aria-hidden="true" />
            Add plate
          </Button>
        )}
      </div>
      {data.length === 0 ? (
        <p className="text-sm text-muted">No dealer plates yet. Add a plate to track who has it.</p>
      ) : (
        <ul className="grid gap-2 @xl:grid-cols-2 @4xl:grid-cols-4">
          {data.map((plate) => (
            <li key={plate.id}>
              <button
                type="button"
                onClick={() => setOpened(plate)}
                className="flex w-full cursor-default flex-col gap-1 rounded-md border border-border px-3 py-2 text-left text-sm hover:bg-hover"
              >
                <span className="flex items-center justify-between gap-2">
                  <span className="font-mono font-medium text-text">{plate.number}</span>
                  <span className="text-xs text-muted">
                    <StoreMark store={plate.store} />
                  </span>
                </span>
                <span className="truncate text-xs text-muted">
                  {plate.outing
                    ? `${plate.outing.holder.name}, ${plate.outing.vehicle.stockNumber}`
                    : 'Available'}
                </span>
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened && <PlateLogDialog plate={opened} onClose={() => setOpened(undefined)} />}
      {adding && <AddPlateDialog stores={stores} onClose={() => setAdding(false)} />}
    </section>
  );
}
