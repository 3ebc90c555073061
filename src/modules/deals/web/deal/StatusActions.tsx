import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useState } from 'react';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../platform/web/ui/Menu.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { DealPage } from '../../contract/deal.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { getDeal, setStatus } from '../../contract.ts';
import { refreshDeals } from '../useDeals.ts';
import { DeliveryDialog } from './DeliveryDialog.tsx';

type Next = DealPage['may']['become'][number];

/** Status menu of a deal; opens a dialog first if a reason or the miles are required. */
export function StatusActions({ deal }: { deal: DealPage }) {
  const [pendingChange, setPendingChange] = useState<Next>();
  const close = () => setPendingChange(undefined);
  const { mutate, isPending } = useStatusChange(deal, close);
  const needsDialog = ({ status, needsReason }: Next) => needsReason || status === 'delivered';
  if (deal.may.become.length === 0) return null;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="primary" pending={isPending && !pendingChange}>
            Change status
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {deal.may.become.map((next) => (
            <MenuItem
              key={next.status}
              onSelect={() =>
                needsDialog(next) ? setPendingChange(next) : mutate({ status: next.status })
              }
            >
              {statusNames[next.status]}
              {needsDialog(next) && '...'}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {pendingChange?.needsReason && (
        <ReasonDialog
          title={`Change status to ${statusNames[pendingChange.status]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ status: pendingChange.status, reason })}
        />
      )}
      {pendingChange && !pendingChange.needsReason && (
        <DeliveryDialog
          deal={deal}
          pending={isPending}
          onClose={close}
          onSubmit={(miles) => mutate({ status: pendingChange.status, miles })}
        />
      )}
    </>
  );
}

function useStatusChange({ id, version }: DealPage, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { status: Status; reason?: string; miles?: number }) =>
      call(setStatus, { params: { dealId: id }, body: { version, ...change } }),
    onSuccess: (saved) =>
      client.setQueryData(queryKeyFor(getDeal, { params: { dealId: id } }), saved),
    onError: (error) => {
      const description = sentenceOf(error);
      toast({ variant: 'destructive', title: "Couldn't change status", description });
    },
    onSettled: () => {
      onDone();
      return refreshDeals(client);
    },
  });
}
