import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type LeadType, typeNames, types } from '../../contract/lead.ts';
import { addSource, listSources, type Source } from '../../contract/settings.ts';
import type { Choices } from '../../contract.ts';
import { refreshLeads } from '../state/useLeads.ts';

interface Props {
  choices: Choices;
  onClose: () => void;
  onAdded: (id: number) => void;
}

/** Adds a lead source. Its key is created on the detail page. */
export function AddSource({ choices, onClose, onAdded }: Props) {
  const client = useQueryClient();
  const clientId = useRef(crypto.randomUUID());
  const [name, setName] = useState('');
  const [store, setStore] = useState<string>(choices.stores[0] ?? '');
  const [type, setType] = useState<LeadType>('internet');
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(addSource, {
        body: { clientId: clientId.current, store: store as Store, name: name.trim(), type },
      }),
    onSuccess: (added) => {
      client.setQueryData<Source[]>(queryKeyFor(listSources), (sources) => [
        ...(sources ?? []),
        added,
      ]);
      void refreshLeads(client);
      onClose();
      onAdded(added.id);
    },
  });
  const serverError =
    error && ((error instanceof ApiError && error.fields?.name) || sentenceOf(error));
  return (
    <form
      noValidate
      aria-label="Add source"
      className="flex flex-col gap-4 rounded-md bg-sunken p-3"
      onSubmit={(event) => {
        event.preventDefault();
        setSubmitted(true);
        if (name.trim() && !isPending) mutate();
      }}
    >
      <TextField
        label="Name"
        required
        autoComplete="off"
        maxLength={60}
        value={name}
        error={isSubmitted && !name.trim() ? 'Enter a name' : serverError || undefined}
        onChange={(event) => setName(event.target.value)}
      />
      <div className="grid grid-cols-2 gap-4">
        <SelectField
          label="Store"
          options={choices.stores.map((value) => ({ value, label: storeNames[value] }))}
          value={store}
          onChange={(event) => setStore(event.target.value)}
        />
        <SelectField
          label="Lead type"
          options={types.map((value) => ({ value, label: typeNames[value] }))}
          value={type}
          onChange={(event) => setType(event.target.value as LeadType)}
        />
      </div>
      <div className="flex gap-2">
        <Button type="submit" variant="primary" pending={isPending}>
          Add source
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </form>
  );
}
