import { useQuery } from '@tanstack/react-query';
import { KeyRound } from 'lucide-react';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listOutings, type Outing } from '../../contract/outings.ts';
import { CheckInDialog } from './CheckInDialog.tsx';
import { OutingTable } from './OutingTable.tsx';
import { Plates } from './Plates.tsx';

const refetchMs = 60_000;

/** Checked-out vehicles, overdue first, and dealer plates. */
export default function OutView() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listOutings, { query: {} }),
    refetchOnMount: 'always',
    // Vehicles become overdue as time passes.
    refetchInterval: refetchMs,
  });
  const [returning, setReturning] = useState<Outing>();
  if (!data) {
    if (!error) return <Skeleton className="h-96" />;
    return <NotLoaded what="checked-out vehicles" error={error} onRetry={refetch} />;
  }
  const { outings, serverTime, may, stores } = data;
  const overdue = outings.filter(({ dueAt }) => dueAt < serverTime).length;
  return (
    <div className="@container flex flex-col gap-8">
      <section aria-label="Out now" className="flex flex-col gap-3">
        <p role="status" className="text-sm text-muted">
          {outings.length === 0
            ? ' '
            : `${plural(outings.length, 'vehicle')} checked out${overdue > 0 ? `, ${overdue} overdue` : ''}`}
        </p>
        {outings.length === 0 ? (
          <EmptyState
            icon={KeyRound}
            title="No vehicles checked out"
            description="Checked-out vehicles appear here until returned. Open a vehicle to check it out."
          />
        ) : (
          <OutingTable
            label="Checked-out vehicles"
            outings={outings}
            serverTime={serverTime}
            onReturn={may.checkOut ? setReturning : undefined}
          />
        )}
      </section>
      <Plates stores={stores} mayAdd={may.addPlate} />
      {returning && <CheckInDialog outing={returning} onClose={() => setReturning(undefined)} />}
    </div>
  );
}
