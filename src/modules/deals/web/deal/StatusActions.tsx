import { useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { DayDialog } from '../../../../platform/web/records/DayDialog.tsx';
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
  on?: string;
  miles?: number;
}

const needsDialog = ({ day, needsReason }: Next) => needsReason || day !== null;

const verbs: Partial<Record<Status, { title: string; verb: string }>> = {
  signed: { title: 'Sign deal', verb: 'Sign' },
  funded: { title: 'Fund deal', verb: 'Fund' },
};

/** Status menu of a deal; opens a dialog first if a reason, the day or the miles are required. */
export function StatusActions({ deal }: { deal: DealPage }) {
  const [pendingChange, setPendingChange] = useState<Next>();
  const close = () => setPendingChange(undefined);
  const params = { dealId: deal.id };
  const { mutate, isPending } = useRecordChange({
    save: (next: StatusChange) =>
      call(setStatus, { params, body: { version: deal.version, ...next } }),
    recordKey: queryKeyFor(getDeal, { params }),
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
  if (deal.may.become.length === 0) return null;
  return (
    <>
      <StatusMenu
        become={deal.may.become}
        names={statusNames}
        needsDialog={needsDialog}
        pending={isPending && !pendingChange}
        onChoose={(next) =>
          needsDialog(next) ? setPendingChange(next) : change({ status: next.status })
        }
      />
      {pendingChange?.needsReason && (
        <ReasonDialog
          title={`Change status to ${statusNames[pendingChange.status]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => change({ status: pendingChange.status, reason })}
        />
      )}
      {pendingChange?.day && pendingChange.status === 'delivered' && (
        <DeliveryDialog
          deal={deal}
          days={pendingChange.day}
          pending={isPending}
          onClose={close}
          onSubmit={(delivery) => change({ status: 'delivered', ...delivery })}
        />
      )}
      {pendingChange?.day && pendingChange.status !== 'delivered' && (
        <DayDialog
          title={verbs[pendingChange.status]?.title ?? 'Change status'}
          verb={verbs[pendingChange.status]?.verb ?? 'Change status'}
          description={`${deal.vehicle} for ${deal.customer.name}`}
          days={pendingChange.day}
          pending={isPending}
          onClose={close}
          onSubmit={(on) => change({ status: pendingChange.status, on })}
        />
      )}
    </>
  );
}
