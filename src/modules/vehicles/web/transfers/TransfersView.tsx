import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { reasonMaxLength } from '../../contract/fields.ts';
import { cancelTransfer, listTransfers, type Transfer } from '../../contract/lot/transfers.ts';
import { refreshVehicles } from '../state/useVehicles.ts';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { TransferLine } from './TransferLine.tsx';

/** Open and recently ended transfers between stores. */
export default function TransfersView() {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listTransfers),
    refetchOnMount: 'always',
  });
  const [receiving, setReceiving] = useState<Transfer>();
  const [canceling, setCanceling] = useState<Transfer>();
  const { mutate, isPending } = useCancelTransfer(() => setCanceling(undefined));
  if (!data) {
    if (!error) return <Skeleton className="h-96" />;
    return <NotLoaded what="transfers" error={error} onRetry={refetch} />;
  }
  return (
    <div className="@container flex max-w-[64rem] flex-col gap-8">
      <section aria-label="Open transfers" className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold text-text">Open transfers</h2>
        {data.open.length === 0 ? (
          <EmptyState
            icon={ArrowLeftRight}
            title="No open transfers"
            description="Open a vehicle and transfer it to another store. It appears here until it’s received."
          />
        ) : (
          <ul className="divide-y divide-border border-y border-border">
            {data.open.map((one) => (
              <TransferLine
                key={one.id}
                transfer={one}
                onReceive={() => setReceiving(one)}
                onCancel={() => setCanceling(one)}
              />
            ))}
          </ul>
        )}
      </section>
      {data.ended.length > 0 && (
        <section aria-label="Last 60 days" className="flex flex-col gap-2">
          <h2 className="text-sm font-semibold text-text">Last 60 days</h2>
          <ul className="divide-y divide-border border-y border-border">
            {data.ended.map((one) => (
              <TransferLine key={one.id} transfer={one} />
            ))}
          </ul>
        </section>
      )}
      {receiving && <ReceiveDialog transfer={receiving} onClose={() => setReceiving(undefined)} />}
      {canceling && (
        <ReasonDialog
          title={`Reason for canceling the transfer of ${canceling.fromNumber}`}
          verb="Cancel transfer"
          maxLength={reasonMaxLength}
          pending={isPending}
          onClose={() => setCanceling(undefined)}
          onSubmit={(reason) => mutate({ transferId: canceling.id, reason })}
        />
      )}
    </div>
  );
}

function useCancelTransfer(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ transferId, reason }: { transferId: number; reason: string }) =>
      call(cancelTransfer, { params: { transferId }, body: { reason } }),
    onSuccess: onDone,
    onError: (error) => {
      toastFailure(error, 'Couldn’t cancel transfer');
      if (error instanceof ApiError && error.status === 409) onDone();
    },
    onSettled: () => refreshVehicles(client),
  });
}
