import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { StatusDialog } from '../moving/StatusDialog.tsx';
import { needsMore, useStatusChange } from '../moving/useStatusChange.ts';

/** Where the lead goes next. */
export function StatusButtons({ lead }: { lead: LeadPage }) {
  const [asking, setAsking] = useState<Status>();
  const { mutate, isPending, variables } = useStatusChange((_, to) =>
    // The next move may already be asking.
    setAsking((now) => (now === to ? undefined : now)),
  );
  const { become } = lead.may;
  if (become.length === 0) return null;
  const move = (status: Status) => {
    if (needsMore(status)) setAsking(status);
    else if (!isPending || variables.change.status !== status) {
      mutate({ lead, change: { status } });
    }
  };
  return (
    <section aria-label="Next" className="flex flex-col gap-2">
      <h3 className="text-sm font-medium text-text">Move to</h3>
      <div className="flex flex-wrap gap-1.5">
        {become.map((status) => (
          <Button key={status} size="sm" onClick={() => move(status)}>
            {statusNames[status]}
            {needsMore(status) && '...'}
          </Button>
        ))}
      </div>
      {asking && (
        <StatusDialog
          lead={lead}
          to={asking}
          pending={isPending && variables.change.status === asking}
          onClose={() => setAsking(undefined)}
          onSubmit={(change) => mutate({ lead, change })}
        />
      )}
    </section>
  );
}
