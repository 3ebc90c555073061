import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Truck } from 'lucide-react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { listInTransit } from '../../contract/lot/transit.ts';
import { titleOf, type Vehicle } from '../../contract/vehicle.ts';
import { setStatus } from '../../contract.ts';
import { StandingBadges } from '../parts/StatusBadge.tsx';
import { VehiclePhoto } from '../parts/VehiclePhoto.tsx';
import { dayOf } from '../state/labels.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

/** What is on its way to the stores; sold ones first, by the day their buyer is promised them. */
export default function TransitView() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listInTransit),
    refetchOnMount: 'always',
  });
  if (!data) {
    if (!error) return <Skeleton className="h-96" />;
    return <NotLoaded what="vehicles in transit" error={error} onRetry={refetch} />;
  }
  const { vehicles, may } = data;
  if (vehicles.length === 0) {
    return (
      <EmptyState
        icon={Truck}
        title="Nothing in transit"
        description="Vehicles added as “In transit” appear here until they’re received."
      />
    );
  }
  const sold = vehicles.filter(({ status }) => status === 'sold').length;
  return (
    <div className="@container flex max-w-[64rem] flex-col gap-3">
      <p className="text-sm text-muted">
        {`${plural(vehicles.length, 'vehicle')} in transit, ${sold} sold.`}
      </p>
      <ul aria-label="In transit" className="divide-y divide-border border-y border-border">
        {vehicles.map((car) => (
          <TransitLine key={car.id} car={car} mayReceive={may.receive} />
        ))}
      </ul>
    </div>
  );
}

function TransitLine({ car, mayReceive }: { car: Vehicle; mayReceive: boolean }) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(setStatus, {
        params: { vehicleId: car.id },
        body: {
          version: car.version,
          status: car.condition === 'new' ? ('received' as const) : ('acquired' as const),
        },
      }),
    onSuccess: () => toast({ title: `${car.stockNumber} received` }),
    onError: (error) => toastFailure(error, 'Couldn’t receive vehicle'),
    onSettled: () => refreshVehicles(client),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-2 py-3">
      <VehiclePhoto vehicleId={car.id} pictureId={car.pictureId} className="h-10 w-14" />
      <span className="flex min-w-48 flex-1 flex-col gap-1">
        <Link
          href={`/fleet?vehicle=${car.id}`}
          className="truncate font-medium text-text hover:underline"
        >
          {titleOf(car)}
        </Link>
        <span className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
          <span className="font-mono text-xs">{car.stockNumber}</span>
          <StoreMark store={car.store} />
          {`Since ${dayOf(car.acquiredOn)}`}
        </span>
      </span>
      <span className="ml-auto flex flex-wrap items-center gap-x-4 gap-y-2">
        <span className="flex flex-wrap gap-1.5">
          <StandingBadges car={car} />
        </span>
        {mayReceive && (
          <Button
            size="sm"
            pending={isPending}
            aria-label={`Receive ${car.stockNumber}`}
            onClick={() => mutate()}
          >
            Receive
          </Button>
        )}
      </span>
    </li>
  );
}
