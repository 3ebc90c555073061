import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type CustomerRecord, setHousehold } from '../../contract/records.ts';
import { customerHref } from '../../contract.ts';
import { CustomerField } from '../parts/CustomerField.tsx';
import { Section } from '../parts/Section.tsx';
import { setCustomer } from '../state/useCustomers.ts';

export function Household({ record }: { record: CustomerRecord }) {
  const client = useQueryClient();
  const [adding, setAdding] = useState(false);
  const { mutate } = useMutation({
    mutationFn: (withCustomerId: number | null) =>
      call(setHousehold, { params: { customerId: record.id }, body: { withCustomerId } }),
    onSuccess: (saved) => {
      setCustomer(client, saved);
      setAdding(false);
    },
    onError: (error) => toastFailure(error, 'Couldn’t save changes'),
  });
  const { household } = record;
  return (
    <Section
      title="Household"
      action={
        record.may.edit && (
          <Button
            size="sm"
            variant="ghost"
            onClick={() => (household ? mutate(null) : setAdding(!adding))}
          >
            {household ? 'Remove' : adding ? 'Cancel' : 'Add'}
          </Button>
        )
      }
    >
      {household ? (
        <>
          <p className="text-sm">{household.name}</p>
          <ul className="flex flex-wrap gap-x-3 text-sm">
            {household.members.map(({ id, name }) => (
              <li key={id}>
                <Link href={customerHref(id)}>{name}</Link>
              </li>
            ))}
          </ul>
        </>
      ) : adding ? (
        <CustomerField label="Lives with" without={record.id} onChoose={({ id }) => mutate(id)} />
      ) : (
        <p className="text-sm text-muted">No household yet. Add the person they live with.</p>
      )}
    </Section>
  );
}
