import { useState } from 'react';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import {
  DayField,
  dayError,
  type OfferedDays,
} from '../../../../platform/web/records/DayField.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { DealPage } from '../../contract/deal.ts';

interface Props {
  deal: DealPage;
  days: OfferedDays;
  pending: boolean;
  onClose: () => void;
  onSubmit: (delivery: { miles: number; on: string }) => void;
}

const milesAtMost = 2_000_000;

/** Records the day and the odometer reading of the delivery. */
export function DeliveryDialog({ deal, days, pending, onClose, onSubmit }: Props) {
  const [typed, setTyped] = useState(deal.milesAtDelivery?.toLocaleString('en-US') ?? '');
  const [day, setDay] = useState(days.proposed);
  const [isSubmitted, setSubmitted] = useState(false);
  const miles = countOf(typed);
  const isInvalid = miles === undefined || miles > milesAtMost;
  return (
    <FormDialog
      size="sm"
      title="Deliver vehicle"
      description={`${deal.vehicle} for ${deal.customer.name}`}
      verb="Deliver"
      pending={pending}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (!isInvalid && !dayError(day, days)) onSubmit({ miles, on: day });
      }}
    >
      <DayField days={days} value={day} isSubmitted={isSubmitted} onChange={setDay} />
      <TextField
        label="Miles"
        required
        inputMode="numeric"
        autoComplete="off"
        hint="Odometer reading at delivery"
        value={typed}
        error={isSubmitted && isInvalid ? 'Enter miles as a number' : undefined}
        onChange={(event) => setTyped(event.target.value)}
      />
    </FormDialog>
  );
}
