import { useState } from 'react';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { CustomerChoice } from '../../customers/web/public.ts';
import { setVisitCustomer, type Visit } from '../contract.ts';
import { useVisitChange } from './useVisitChange.ts';

/** Says who a guest is: an existing customer, or one created here. */
export function CustomerDialog({ visit, onClose }: { visit: Visit; onClose: () => void }) {
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
    <FormDialog
      title="Add customer"
      description={visit.guest}
      verb="Add customer"
      pending={isPending}
      onClose={onClose}
      onSubmit={() => {
        if (!customer) return setProblem({ customerId: undefined, text: 'Choose a customer' });
        mutate(customer.id);
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
    </FormDialog>
  );
}
