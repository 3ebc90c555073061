import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Store } from '../../../platform/contract/access.ts';
import { storeNames } from '../../../platform/contract/names.ts';
import { ApiError } from '../../../platform/web/api/ApiError.ts';
import { call } from '../../../platform/web/api/call.ts';
import { FormDialog } from '../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../platform/web/ui/toastFailure.ts';
import { useCurrentUser } from '../../access/web/public.ts';
import { CustomerChoice, type useCustomerChoices } from '../../customers/web/public.ts';
import { addVisit } from '../contract.ts';
import { refreshVisits } from './useVisitChange.ts';

interface Props {
  choices: ReturnType<typeof useCustomerChoices>;
  onClose: () => void;
}

/** Logs a showroom visit: of a customer, found or created here, or of someone who is only described. */
export function VisitDialog({ choices, onClose }: Props) {
  const client = useQueryClient();
  const me = useCurrentUser();
  const clientId = useRef(crypto.randomUUID());
  const [customer, setCustomer] = useState<{ id: number; name: string } | null>(null);
  const [guest, setGuest] = useState('');
  const [interest, setInterest] = useState('');
  const [store, setStore] = useState<Store | undefined>(choices.stores[0]);
  const [greeter, setGreeter] = useState(String(me?.id ?? ''));
  const [errors, setErrors] = useState<Partial<Record<string, string>>>({});
  const employees = choices.owners.filter(({ stores }) => store && stores.includes(store));
  const { mutate, isPending } = useMutation({
    mutationFn: (at: Store) =>
      call(addVisit, {
        body: {
          clientId: clientId.current,
          store: at,
          guest: customer ? '' : guest,
          interest,
          ...(greeter && { greeterId: Number(greeter) }),
          customerId: customer?.id ?? null,
        },
      }),
    onSuccess: () => {
      onClose();
      return refreshVisits(client);
    },
    onError: (error) => {
      if (error instanceof ApiError && error.fields) return setErrors(error.fields);
      toastFailure(error, 'Couldn’t log visit');
    },
  });
  const submit = () => {
    if (!customer && !guest.trim()) {
      return setErrors({ guest: 'Enter a description or choose a customer' });
    }
    if (store && !isPending) mutate(store);
  };
  return (
    <FormDialog
      title="Log visit"
      verb="Log visit"
      pending={isPending}
      onClose={onClose}
      onSubmit={submit}
    >
      <CustomerChoice
        label="Customer"
        store={store}
        error={errors.customerId}
        customer={customer}
        onChange={(next) => {
          setCustomer(next);
          setErrors({});
        }}
      />
      {!customer && (
        <TextField
          label="Or a description"
          placeholder="Young couple, blue jacket"
          maxLength={200}
          value={guest}
          error={errors.guest}
          onChange={(event) => {
            setGuest(event.target.value);
            setErrors({});
          }}
        />
      )}
      <TextField
        label="Interested in"
        maxLength={200}
        value={interest}
        error={errors.interest}
        onChange={(event) => setInterest(event.target.value)}
      />
      {choices.stores.length > 1 && (
        <SelectField
          label="Store"
          options={choices.stores.map((one) => ({ value: one, label: storeNames[one] }))}
          value={store ?? ''}
          error={errors.store}
          onChange={(event) => setStore(event.target.value as Store)}
        />
      )}
      <SelectField
        label="Assigned to"
        options={employees.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={greeter}
        error={errors.greeterId}
        onChange={(event) => setGreeter(event.target.value)}
      />
    </FormDialog>
  );
}
