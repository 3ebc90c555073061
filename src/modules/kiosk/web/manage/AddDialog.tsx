import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Store } from '../../../../platform/contract/access.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { clockTime } from '../../../../platform/web/time/moments.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { StoreField } from '../../../../platform/web/ui/StoreField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { addKiosk, findWaitingDevice, nameMaxLength } from '../../contract/devices.ts';
import { codeLength } from '../../contract.ts';
import { kiosksKey } from '../state/useKiosks.ts';

interface Props {
  stores: readonly Store[];
  onClose: () => void;
}

const plain = (code: string) => code.toUpperCase().replace(/[\s-]/g, '');

/** Makes the device that shows a code a kiosk; says first which device that is. */
export default function AddDialog({ stores, onClose }: Props) {
  const client = useQueryClient();
  const [clientId] = useState(() => crypto.randomUUID());
  const only = stores.length === 1 ? stores[0] : undefined;
  const form = useDialogForm({ code: '', store: (only ?? '') as Store | '', name: '' });
  const { code, store, name } = form.values;
  const isWhole = plain(code).length === codeLength;
  const waiting = useQuery({
    ...queryOptionsFor(findWaitingDevice, { params: { code: plain(code) } }),
    enabled: isWhole,
    staleTime: 0,
    gcTime: 0,
  });
  const { mutate, isPending } = useMutation({
    mutationFn: (chosen: Store) =>
      call(addKiosk, { body: { clientId, code, store: chosen, name } }),
    onSuccess: (device) => {
      toast({ title: `${device.name} added` });
      onClose();
    },
    onError: form.refuse,
    onSettled: () => client.invalidateQueries({ queryKey: kiosksKey }),
  });
  const submit = () => {
    const isComplete = form.check({
      code: !isWhole && 'Enter the 8 letters and digits that the device shows',
      store: store === '' && 'Choose a store',
      name: name.trim() === '' && 'Enter a name',
    });
    if (isComplete && store !== '') mutate(store);
  };
  const unknown = isWhole && waiting.error ? sentenceOf(waiting.error) : undefined;
  return (
    <FormDialog
      title="Add kiosk"
      description={`Open ${location.host}/kiosk on the device and choose “Show a code”.`}
      verb="Add kiosk"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      autoComplete="off"
      onClose={onClose}
      onSubmit={submit}
    >
      <TextField
        label="Code on the device"
        required
        inputClassName="font-mono uppercase"
        autoCapitalize="characters"
        autoComplete="off"
        spellCheck={false}
        maxLength={12}
        value={code}
        error={form.errors.code ?? unknown}
        onChange={(event) => form.set('code', event.target.value)}
      />
      {isWhole && waiting.data && (
        <Notice live title={`${waiting.data.browser}, ${waiting.data.ip}`}>
          {`Asked for a code at ${clockTime(waiting.data.requestedAt)}. Add it only if this is the device in front of you.`}
        </Notice>
      )}
      {stores.length > 1 && (
        <StoreField
          stores={stores}
          value={store}
          error={form.errors.store}
          onChange={({ target }) => form.set('store', target.value as Store | '')}
        />
      )}
      <TextField
        label="Name"
        hint="Where it is, such as Service drive. Timesheets show it with each punch."
        required
        autoComplete="off"
        maxLength={nameMaxLength}
        value={name}
        error={form.errors.name}
        onChange={(event) => form.set('name', event.target.value)}
      />
    </FormDialog>
  );
}
