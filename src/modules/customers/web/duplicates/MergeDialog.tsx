import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type Duplicate, listDuplicates, mergeCustomers } from '../../contract/merging.ts';
import { openCustomer } from '../../contract/records.ts';
import { customerHref } from '../../contract.ts';
import { toastFailure } from '../labels.ts';
import { keepCustomer } from '../record/useCustomer.ts';
import { undo } from './undo.ts';

interface Props {
  pair: Duplicate;
  close: () => void;
}

/** Which of two stays; what the other has beside it comes along. */
export function MergeDialog({ pair, close }: Props) {
  const client = useQueryClient();
  const [, navigate] = useLocation();
  const [keptId, setKeptId] = useState(pair.first.id);
  const [kept, other] =
    keptId === pair.first.id ? [pair.first, pair.second] : [pair.second, pair.first];
  const { mutate, isPending } = useMutation({
    mutationFn: async () => {
      // Merging means to have seen both: that is written down with it.
      const versionOf = async (customerId: number) =>
        (await call(openCustomer, { params: { customerId } })).version;
      const [version, otherVersion] = [await versionOf(kept.id), await versionOf(other.id)];
      const body = { otherId: other.id, version, otherVersion };
      return call(mergeCustomers, { params: { customerId: kept.id }, body });
    },
    onSuccess: (saved) => {
      keepCustomer(client, saved);
      void client.invalidateQueries({ queryKey: queryKeyFor(listDuplicates) });
      close();
      navigate(customerHref(saved.id));
      const mergeId = saved.merged[0]?.mergeId;
      toast({
        title: 'Merged',
        description: `${other.id} leads to ${kept.name} from now on.`,
        ...(mergeId && { action: { label: 'Undo', onClick: () => void undo(client, mergeId) } }),
      });
    },
    onError: (error) => toastFailure(error, 'Not merged'),
  });
  return (
    <Dialog
      open
      onOpenChange={(next) => next || close()}
      title="Merge these two?"
      description="Both numbers lead to the one that stays. Its own words come first; numbers, e-mails, addresses, tags and stores of both are kept. It can be undone."
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
        label="Which one stays"
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
