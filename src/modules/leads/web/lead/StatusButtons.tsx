import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { StatusDialog } from '../parts/StatusDialog.tsx';
import { needsDetails, useStatusChange } from '../state/useStatusChange.ts';

/** Status buttons of a lead; open a dialog first if details are required. */
export function StatusButtons({ lead }: { lead: LeadPage }) {
  const [pendingStatus, setPendingStatus] = useState<Status>();
  const { mutate, isPending, variables } = useStatusChange((_, to) =>
    // A dialog for the next change may already be open.
    setPendingStatus((now) => (now === to ? undefined : now)),
  );
  const { become } = lead.may;
  if (become.length === 0) return null;
  const move = (status: Status) => {
    if (needsDetails(status)) setPendingStatus(status);
    else if (!isPending || variables.change.status !== status) {
      mutate({ lead, change: { status } });
    }
  };
  return (
    <section aria-label="Change status" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-text">Move to</h3>
      <div className="flex flex-wrap gap-1.5">
        {become.map((status) => (
          <Button key={status} size="sm" onClick={() => move(status)}>
            {statusNames[status]}
            {needsDetails(status) && '…'}
          </Button>
        ))}
      </div>
      {pendingStatus && (
        <StatusDialog
          lead={lead}
          to={pendingStatus}
          pending={isPending && variables.change.status === pendingStatus}
          onClose={() => setPendingStatus(undefined)}
          onSubmit={(change) => mutate({ lead, change })}
        />
      )}
    </section>
  );
}
