import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { StatusMenu } from '../../../../platform/web/records/StatusMenu.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { getDeal, setStatus } from '../../contract.ts';
import { queries } from '../state/useDeals.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';

type Next = DealPage['may']['become'][number];

interface StatusChange {
  status: Status;
  reason?: string;
  miles?: number;
}

const needsDialog = ({ status, needsReason }: Next) => needsReason || status === 'delivered';

/** Status menu of a deal; opens a dialog first if a reason or the miles are required. */
export function StatusActions({ deal }: { deal: DealPage }) {
  const [pendingChange, setPendingChange] = useState<Next>();
  const close = () => setPendingChange(undefined);
  const params = { dealId: deal.id };
  const { mutate, isPending } = useRecordChange({
    save: (change: StatusChange) =>
      call(setStatus, { params, body: { version: deal.version, ...change } }),
    recordKey: queryKeyFor(getDeal, { params }),
    queries,
    failure: 'Couldn’t change status',
    onSettled: close,
  });
  if (deal.may.become.length === 0) return null;
  return (
    <>
      <StatusMenu
        become={deal.may.become}
        names={statusNames}
        needsDialog={needsDialog}
        pending={isPending && !pendingChange}
        onChoose={(next) =>
          needsDialog(next) ? setPendingChange(next) : mutate({ status: next.status })
        }
      />
      {pendingChange?.needsReason && (
        <ReasonDialog
          title={`Change status to ${statusNames[pendingChange.status]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ status: pendingChange.status, reason })}
        />
      )}
      {pendingChange && !pendingChange.needsReason && (
        <DeliveryDialog
          deal={deal}
          pending={isPending}
          onClose={close}
          onSubmit={(miles) => mutate({ status: pendingChange.status, miles })}
        />
      )}
    </>
  );
}
