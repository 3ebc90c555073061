import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { CorrectDayDialog } from '../../../../platform/web/records/CorrectDayDialog.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { OrderPage } from '../../contract/order.ts';
import { statusNames } from '../../contract/status.ts';
import { correctCloseDay, getOrder } from '../../contract.ts';
import { queries } from '../state/useOrders.ts';

/** Corrects the day a repair order was closed; for those who may. */
export function CorrectDay({ order }: { order: OrderPage }) {
  const [isOpen, setOpen] = useState(false);
  const close = () => setOpen(false);
  const params = { orderId: order.id };
  const { mutate, isPending } = useRecordChange({
    save: (correction: { on: string; reason: string }) =>
      call(correctCloseDay, { params, body: { version: order.version, ...correction } }),
    recordKey: queryKeyFor(getOrder, { params }),
    queries,
    failure: 'Couldn’t correct the day',
    onSaved: close,
  });
  const { correct } = order.may;
  if (!correct) return null;
  return (
    <>
      <Button onClick={() => setOpen(true)}>
        <CalendarClock aria-hidden="true" />
        Correct day
      </Button>
      {isOpen && (
        <CorrectDayDialog
          days={[{ ...correct, status: 'closed', name: statusNames.closed }]}
          pending={isPending}
          onClose={close}
          onSubmit={({ on, reason }) => mutate({ on, reason })}
        />
      )}
    </>
  );
}
