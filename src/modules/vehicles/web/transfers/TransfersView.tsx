import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ArrowLeftRight } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { reasonMaxLength } from '../../contract/fields.ts';
import { callOffTransfer, listTransfers, type Transfer } from '../../contract/lot/transfers.ts';
import { refreshCars } from '../useVehicleFrames.ts';
import { ReceiveDialog } from './ReceiveDialog.tsx';
import { TransferLine } from './TransferLine.tsx';

/** Cars between the stores of the group: those on their way, and those that arrived lately. */
export default function TransfersView() {
  const { data, isError, refetch } = useQuery({
    ...queryOptionsFor(listTransfers),
    refetchOnMount: 'always',
  });
  const [receiving, setReceiving] = useState<Transfer>();
  const [stopping, setStopping] = useState<Transfer>();
  const { mutate, isPending } = useCancelTransfer(() => setStopping(undefined));
  if (!data) {
    if (!isError) return <Skeleton className="h-96" />;
    return (
      <EmptyState
        title="The transfers could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  return (
    <div className="@container flex max-w-[64rem] flex-col gap-8">
      <section aria-label="On their way" className="flex flex-col gap-2">
        <h2 className="text-sm font-semibold text-text">On their way</h2>
        {data.open.length === 0 ? (
          <EmptyState
            icon={ArrowLeftRight}
            title="No car is on its way"
            description="Open a car and send it to another store. It stands here until somebody there has taken it over."
          />
        ) : (
          <ul className="divide-y divide-border border-y border-border">
            {data.open.map((one) => (
              <TransferLine
                key={one.id}
                transfer={one}
                onReceive={() => setReceiving(one)}
                onCallOff={() => setStopping(one)}
              />
            ))}
          </ul>
        )}
      </section>
      {data.ended.length > 0 && (
        <section aria-label="The last 60 days" className="flex flex-col gap-2">
          <h2 className="text-sm font-semibold text-text">The last 60 days</h2>
          <ul className="divide-y divide-border border-y border-border">
            {data.ended.map((one) => (
              <TransferLine key={one.id} transfer={one} />
            ))}
          </ul>
        </section>
      )}
      {receiving && <ReceiveDialog transfer={receiving} onClose={() => setReceiving(undefined)} />}
      {stopping && (
        <ReasonDialog
          title={`Leave ${stopping.fromNumber} where it is: why?`}
          verb="Call the transfer off"
          maxLength={reasonMaxLength}
          pending={isPending}
          onClose={() => setStopping(undefined)}
          onSubmit={(reason) => mutate({ transferId: stopping.id, reason })}
        />
      )}
    </div>
  );
}

function useCancelTransfer(onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ transferId, reason }: { transferId: number; reason: string }) =>
      call(callOffTransfer, { params: { transferId }, body: { reason } }),
    onError: (error) =>
      toast({ variant: 'destructive', title: 'Not called off', description: sentenceOf(error) }),
    onSettled: async () => {
      onDone();
      await refreshCars(client);
    },
  });
}
