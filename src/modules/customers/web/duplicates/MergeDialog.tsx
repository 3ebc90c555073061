import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type Duplicate, listDuplicates, mergeCustomers } from '../../contract/merging.ts';
import { openCustomer } from '../../contract/records.ts';
import { customerHref } from '../../contract.ts';
import { setCustomer } from '../state/useCustomers.ts';
import { unmerge } from './undo.ts';

interface Props {
  pair: Duplicate;
  close: () => void;
}

/** Chooses which of two records to keep; the other is merged into it. */
export function MergeDialog({ pair, close }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [keptId, setKeptId] = useState(pair.first.id);
  const [kept, other] =
    keptId === pair.first.id ? [pair.first, pair.second] : [pair.second, pair.first];
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // Merging shows both records, so both are recorded as opened.
      const versionOf = async (customerId: number) =>
        (await call(openCustomer, { params: { customerId } })).version;
      const version = await versionOf(kept.id);
      const otherVersion = await versionOf(other.id);
      const body = { otherId: other.id, version, otherVersion };
      return call(mergeCustomers, { params: { customerId: kept.id }, body });
    },
    onSuccess: (saved) => {
      setCustomer(client, saved);
      void client.invalidateQueries({ queryKey: queryKeyFor(listDuplicates) });
      close();
      navigate(customerHref(saved.id));
      const mergeId = saved.merged[0]?.mergeId;
      toast({
        title: 'Merged',
        description: `Customer ${other.id} now leads to ${kept.name}.`,
        ...(mergeId && { action: { label: 'Undo', onClick: () => void unmerge(client, mergeId) } }),
      });
    },
    onError: (error) => toastFailure(error, 'Couldn’t merge customers'),
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      title="Merge customers?"
      description="Both customer numbers will lead to the record you keep. Its details take priority; phones, emails, addresses, tags and stores of both are kept. You can undo this."
      footer={
        <>
          <Button onClick={close}>Cancel</Button>
          <Button variant="primary" pending={isPending} onClick={() => mutate()}>
            Merge customers
          </Button>
        </>
      }
    >
      <SelectField
        label="Record to keep"
        options={[pair.first, pair.second].map(({ id, name }) => ({
          value: String(id),
          label: `${name} (${id})`,
        }))}
        value={String(keptId)}
        onChange={(event) => setKeptId(Number(event.target.value))}
      />
    </Dialog>
  );
}
