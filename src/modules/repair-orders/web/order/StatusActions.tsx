import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { StatusMenu } from '../../../../platform/web/records/StatusMenu.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { getOrder, setStatus } from '../../contract.ts';
import { queries } from '../state/useOrders.ts';

/** Moves the order to its next status; asks for a reason first where one is required. */
export function StatusActions({ order }: { order: OrderPage }) {
  const [reasonFor, setReasonFor] = useState<Status>();
  const close = () => setReasonFor(undefined);
  const params = { orderId: order.id };
  const { mutate, isPending } = useRecordChange({
    save: (change: { status: Status; reason?: string }) =>
      call(setStatus, { params, body: { version: order.version, ...change } }),
    recordKey: queryKeyFor(getOrder, { params }),
    queries,
    failure: 'Couldn’t change status',
    onSettled: close,
  });
  if (order.may.become.length === 0) return null;
  return (
    <>
      <StatusMenu
        become={order.may.become}
        names={statusNames}
        needsDialog={({ needsReason }) => needsReason}
        pending={isPending}
        onChoose={({ status, needsReason }) =>
          needsReason ? setReasonFor(status) : mutate({ status })
        }
      />
      {reasonFor && (
        <ReasonDialog
          title={`Reason for changing to ${statusNames[reasonFor]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ status: reasonFor, reason })}
        />
      )}
    </>
  );
}
