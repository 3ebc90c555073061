import { useMutation, useQueryClient } from '@tanstack/react-query';
import { clsx } from 'clsx';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import type { Choices } from '../../contract/finding.ts';
import type { CustomerRecord } from '../../contract/records.ts';
import { addEntry } from '../../contract/timeline.ts';
import { refreshRelated } from '../state/useCustomers.ts';

const kinds = [
  { value: 'note', label: 'Note' },
  { value: 'call:out', label: 'I called' },
  { value: 'call:in', label: 'They called' },
  { value: 'text:out', label: 'I texted' },
  { value: 'text:in', label: 'They texted' },
  { value: 'email:out', label: 'I emailed' },
  { value: 'email:in', label: 'They emailed' },
  { value: 'visit', label: 'They visited' },
];

interface Props {
  record: CustomerRecord;
  choices: Choices;
}

export function LogForm({ record, choices }: Props) {
  const client = useQueryClient();
  const [kind, setKind] = useState('note');
  const [body, setBody] = useState('');
  const [store, setStore] = useState<Store | ''>('');
  const currentStore = store || homeStoreOf(record, choices);
  // Reused until saved, so that a retry does not log it twice.
  const clientId = useRef(crypto.randomUUID());
  const { mutate, isPending } = useMutation({
    mutationFn: (at: Store) => {
      const [entryKind = 'note', direction] = kind.split(':');
      return call(addEntry, {
        params: { customerId: record.id },
        body: {
          clientId: clientId.current,
          store: at,
          body,
          kind: entryKind as 'note',
          direction: (direction ?? null) as 'in' | 'out' | null,
        },
      });
    },
    onSuccess: () => {
      clientId.current = crypto.randomUUID();
      setBody('');
      refreshRelated(client, record.id);
    },
    onError: (error) => toastFailure(error, 'Couldn’t log activity'),
  });
  if (!currentStore) return null;
  const hasStores = choices.stores.length > 1;
  return (
    <form
      className={clsx(
        'grid grid-cols-2 gap-2',
        hasStores
          ? '@xl:grid-cols-[8rem_9rem_minmax(0,1fr)_auto]'
          : '@xl:grid-cols-[9rem_minmax(0,1fr)_auto]',
      )}
      onSubmit={(event) => {
        event.preventDefault();
        if (body.trim() && !isPending) mutate(currentStore);
      }}
    >
      <SelectField
        label="Activity"
        labelHidden
        className={hasStores ? '' : '@max-xl:col-span-2'}
        options={kinds}
        value={kind}
        onChange={(event) => setKind(event.target.value)}
      />
      {hasStores && (
        <SelectField
          label="Store"
          labelHidden
          options={choices.stores.map((one) => ({ value: one, label: `At ${storeNames[one]}` }))}
          value={currentStore}
          onChange={(event) => setStore(event.target.value as Store)}
        />
      )}
      <TextField
        label="Summary"
        labelHidden
        className="@max-xl:col-span-2"
        placeholder="Short summary"
        maxLength={4_000}
        autoComplete="off"
        value={body}
        onChange={(event) => setBody(event.target.value)}
      />
      <Button
        type="submit"
        variant="primary"
        className="@max-xl:col-span-2"
        pending={isPending}
        disabled={!body.trim()}
      >
        Log
      </Button>
    </form>
  );
}

/** The actor’s store with the customer’s latest activity. */
export function homeStoreOf(record: CustomerRecord, choices: Choices): Store | undefined {
  return record.stores[0]?.store ?? choices.stores[0];
}
