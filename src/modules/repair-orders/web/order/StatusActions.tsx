import { useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { DayDialog } from '../../../../platform/web/records/DayDialog.tsx';
import { StatusMenu } from '../../../../platform/web/records/StatusMenu.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { getOrder, setStatus } from '../../contract.ts';
import { queries } from '../state/useOrders.ts';

type Next = OrderPage['may']['become'][number];

interface StatusChange {
  status: Next['status'];
  reason?: string;
  on?: string;
}

const needsDialog = ({ day, needsReason }: Next) => needsReason || day !== null;

/** Moves the order to its next status; asks for a reason or the day first where one is required. */
export function StatusActions({ order }: { order: OrderPage }) {
  const [pendingChange, setPendingChange] = useState<Next>();
  const close = () => setPendingChange(undefined);
  const params = { orderId: order.id };
  const { mutate, isPending } = useRecordChange({
    save: (next: StatusChange) =>
      call(setStatus, { params, body: { version: order.version, ...next } }),
    recordKey: queryKeyFor(getOrder, { params }),
    queries,
    failure: 'Couldn’t change status',
    onSaved: close,
  });
  // After a conflict the record may no longer allow what was asked for; any other failure keeps what was entered.
  const change = (next: StatusChange) =>
    mutate(next, {
      onError: (error) => {
        if (error instanceof ApiError && error.status === 409) close();
      },
    });
  if (order.may.become.length === 0) return null;
  return (
    <>
      <StatusMenu
        become={order.may.become}
        names={statusNames}
        needsDialog={needsDialog}
        pending={isPending && !pendingChange}
        onChoose={(next) =>
          needsDialog(next) ? setPendingChange(next) : change({ status: next.status })
        }
      />
      {pendingChange?.needsReason && (
        <ReasonDialog
          title={`Reason for changing to ${statusNames[pendingChange.status]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => change({ status: pendingChange.status, reason })}
        />
      )}
      {pendingChange?.day && !pendingChange.needsReason && (
        <DayDialog
          title="Close repair order"
          description={`${order.number}, ${order.vehicle}`}
          verb="Close repair order"
          days={pendingChange.day}
          pending={isPending}
          onClose={close}
          onSubmit={(on) => change({ status: pendingChange.status, on })}
        />
      )}
    </>
  );
}
