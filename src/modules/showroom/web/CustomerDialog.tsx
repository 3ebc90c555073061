import { useId, useState } from 'react';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { Button } from '../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../platform/web/ui/Dialog.tsx';
import { CustomerChoice } from '../../customers/web/public.ts';
import { setVisitCustomer, type Visit } from '../contract.ts';
import { useVisitChange } from './useVisitChange.ts';

/** Says who a guest is: an existing customer, or one created here. */
export function CustomerDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
  const formId = useId();
  const [customer, setCustomer] = useState<{ id: number; name: string } | null>(null);
  // Of one choice: while a customer is created or saved, another may take its place.
  const [problem, setProblem] = useState<{ customerId: number | undefined; text: string }>();
  const { mutate, isPending } = useVisitChange(
    (customerId: number) =>
      call(setVisitCustomer, {
        params: { visitId: visit.id },
        body: { version: visit.version, customerId },
      }),
    {
      onSaved: onClose,
      onFailure: (error, customerId) => {
        const text = error instanceof ApiError ? error.fields?.customerId : undefined;
        if (text !== undefined) setProblem({ customerId, text });
        return text !== undefined;
      },
    },
  );
  return (
    <Dialog
      open
      onOpenChange={(next) => next || onClose()}
      title="Add customer"
      description={visit.guest}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Add customer
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        onSubmit={(event) => {
          event.preventDefault();
          if (!customer) return setProblem({ customerId: undefined, text: 'Choose a customer' });
          if (!isPending) mutate(customer.id);
        }}
      >
        <CustomerChoice
          label="Customer"
          required
          store={visit.store}
          error={problem?.customerId === customer?.id ? problem?.text : undefined}
          customer={customer}
          onChange={(next) => {
            setCustomer(next);
            setProblem(undefined);
          }}
        />
      </form>
    </Dialog>
  );
}
