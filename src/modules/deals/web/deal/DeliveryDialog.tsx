import { useId, useState } from 'react';
import { countOf } from '../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { DealPage } from '../../contract/deal.ts';

interface Props {
  deal: DealPage;
  pending: boolean;
  onClose: () => void;
  onSubmit: (miles: number) => void;
}

const milesAtMost = 2_000_000;

/** Records the odometer reading at delivery. */
export function DeliveryDialog({ deal, pending, onClose, onSubmit }: Props) {
  const formId = useId();
  const [typed, setTyped] = useState(deal.milesAtDelivery?.toLocaleString('en-US') ?? '');
  const [isSubmitted, setSubmitted] = useState(false);
  const miles = countOf(typed);
  const isInvalid = miles === undefined || miles > milesAtMost;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Deliver vehicle"
      description={`${deal.vehicle} for ${deal.customer.name}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={pending}>
            Deliver
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          setSubmitted(true);
          if (!isInvalid && !pending) onSubmit(miles);
        }}
      >
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
      </form>
    </Dialog>
  );
}
