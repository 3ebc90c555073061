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

/** Hands the car over: what it has run is written down at that moment. */
export function DeliveryDialog({ deal, pending, onClose, onSubmit }: Props) {
  const formId = useId();
  const [typed, setTyped] = useState(deal.milesAtDelivery?.toLocaleString('en-US') ?? '');
  const [asked, setAsked] = useState(false);
  const miles = countOf(typed);
  const isWrong = miles === undefined || miles > milesAtMost;
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title="Deliver the car"
      description={`${deal.vehicle} goes to ${deal.customer.name}.`}
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
          setAsked(true);
          if (!isWrong && !pending) onSubmit(miles);
        }}
      >
        <TextField
          label="Miles"
          required
          inputMode="numeric"
          autoComplete="off"
          hint="As the odometer shows at the handover"
          value={typed}
          error={asked && isWrong ? 'Type the miles as a number' : undefined}
          onChange={(event) => setTyped(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
