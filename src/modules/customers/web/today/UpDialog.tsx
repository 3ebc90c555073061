import { useMutation, useQueryClient } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Choices, CustomerRow } from '../../contract/finding.ts';
import { addUp, listUps } from '../../contract/ups.ts';
import { CustomerField } from '../parts/CustomerField.tsx';
import { toastFailure } from '../state/labels.ts';

interface Props {
  choices: Choices;
  me: number;
  close: () => void;
}

/** Logs a showroom visit. */
export function UpDialog({ choices, me, close }: Props) {
  const formId = useId();
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  const [customer, setCustomer] = useState<Pick<CustomerRow, 'id' | 'name'> | null>(null);
  const [guest, setGuest] = useState('');
  const [interest, setInterest] = useState('');
  const [store, setStore] = useState<Store | undefined>(choices.stores[0]);
  const [greeter, setGreeter] = useState(String(me));
  const [guestError, setGuestError] = useState<string>();
  const employees = choices.owners.filter(({ stores }) => store && stores.includes(store));
  const { mutate, isPending } = useMutation({
    mutationFn: (at: Store) =>
      call(addUp, {
        body: {
          clientId: clientId.current,
          store: at,
          guest,
          interest,
          greeterId: Number(greeter),
          customerId: customer?.id ?? null,
        },
      }),
    onSuccess: () => {
      close();
      return client.invalidateQueries({ queryKey: queryKeyFor(listUps) });
    },
    onError: (error) => toastFailure(error, 'Couldn’t log visit'),
  });
  const submit = () => {
    if (!customer && !guest.trim()) return setGuestError('Enter a name or choose a customer');
    if (store && !isPending) mutate(store);
  };
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      title="Log visit"
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button type="submit" form={formId} variant="primary" pending={isPending}>
            Log visit
          </Button>
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          submit();
        }}
      >
        {customer ? (
          <p className="flex items-center justify-between gap-3 rounded-md bg-sunken px-3 py-1.5">
            {customer.name}
            <IconButton
              label={`Remove ${customer.name}`}
              icon={X}
              onClick={() => setCustomer(null)}
            />
          </p>
        ) : (
          <>
            <TextField
              label="Name or description"
              maxLength={200}
              value={guest}
              error={guestError}
              onChange={(event) => {
                setGuest(event.target.value);
                setGuestError(undefined);
              }}
            />
            <CustomerField label="Or choose a customer" store={store} onChoose={setCustomer} />
          </>
        )}
        <TextField
          label="Interested in"
          maxLength={200}
          value={interest}
          onChange={(event) => setInterest(event.target.value)}
        />
        {choices.stores.length > 1 && (
          <SelectField
            label="Store"
            options={choices.stores.map((one) => ({ value: one, label: storeNames[one] }))}
            value={store ?? ''}
            onChange={(event) => setStore(event.target.value as Store)}
          />
        )}
        <SelectField
          label="Assigned to"
          options={employees.map(({ id, name }) => ({ value: String(id), label: name }))}
          value={greeter}
          onChange={(event) => setGreeter(event.target.value)}
        />
      </form>
    </Dialog>
  );
}
