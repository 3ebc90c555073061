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
import type { OrderPage } from '../../contract/order.ts';
import { type Status, statusNames } from '../../contract/status.ts';
import { getOrder, setStatus } from '../../contract.ts';
import { refreshOrders } from '../useOrders.ts';

/** Moves the order to its next status; asks for a reason first where one is required. */
export function StatusActions({ order }: { order: OrderPage }) {
  const [reasonFor, setReasonFor] = useState<Status>();
  const close = () => setReasonFor(undefined);
  const { mutate, isPending } = useStatusChange(order, close);
  if (order.may.become.length === 0) return null;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="primary" pending={isPending}>
            Change status
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {order.may.become.map(({ status, needsReason }) => (
            <MenuItem
              key={status}
              onSelect={() => (needsReason ? setReasonFor(status) : mutate({ status }))}
            >
              {statusNames[status]}
              {needsReason && '...'}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {reasonFor && (
        <ReasonDialog
          title={`Reason for changing to ${statusNames[reasonFor]}`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ status: reasonFor, reason })}
        />
      )}
    </>
  );
}

function useStatusChange({ id, version }: OrderPage, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (change: { status: Status; reason?: string }) =>
      call(setStatus, { params: { orderId: id }, body: { version, ...change } }),
    onSuccess: (saved) =>
      client.setQueryData(queryKeyFor(getOrder, { params: { orderId: id } }), saved),
    onError: (error) => {
      const description = sentenceOf(error);
      toast({ variant: 'destructive', title: 'Couldn’t change status', description });
    },
    onSettled: () => {
      onDone();
      return refreshOrders(client);
    },
  });
}
