import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { CorrectDayDialog } from '../../../../platform/web/records/CorrectDayDialog.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { type DatedStatus, statusNames } from '../../contract/status.ts';
import { correctDay, getDeal } from '../../contract.ts';
import { queries } from '../state/useDeals.ts';

/** Corrects the day a deal was signed, delivered or funded; for those who may. */
export function CorrectDay({ deal }: { deal: DealPage }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const params = { dealId: deal.id };
  const { mutate, isPending } = useRecordChange({
    save: (correction: { status: DatedStatus; on: string; reason: string }) =>
      call(correctDay, { params, body: { version: deal.version, ...correction } }),
    recordKey: queryKeyFor(getDeal, { params }),
    queries,
    failure: 'Couldn’t correct the day',
    onSaved: close,
  });
  if (deal.may.correct.length === 0) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden="true" />
        Correct day
      </Button>
      {isOpen && (
        <CorrectDayDialog
          days={deal.may.correct.map((one) => ({ ...one, name: statusNames[one.status] }))}
          pending={isPending}
          onClose={close}
          onSubmit={mutate}
        />
      )}
    </>
  );
}
