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

/** Where a deal goes next; a reason or the miles are asked for first, where they belong to it. */
export function StatusActions({ deal }: { deal: DealPage }) {
  const [asking, setAsking] = useState<Next>();
  const close = () => setAsking(undefined);
  const { mutate, isPending } = useStatusChange(deal, close);
  const asks = ({ status, needsReason }: Next) => needsReason || status === 'delivered';
  if (deal.may.become.length === 0) return null;
  return (
    <>
      <Menu>
        <MenuTrigger asChild>
          <Button variant="primary" pending={isPending && !asking}>
            Change status
            <ChevronDown aria-hidden="true" />
          </Button>
        </MenuTrigger>
        <MenuContent align="end">
          {deal.may.become.map((next) => (
            <MenuItem
              key={next.status}
              onSelect={() => (asks(next) ? setAsking(next) : mutate({ status: next.status }))}
            >
              {statusNames[next.status]}
              {asks(next) && '...'}
            </MenuItem>
          ))}
        </MenuContent>
      </Menu>
      {asking?.needsReason && (
        <ReasonDialog
          title={`${statusNames[asking.status]}: why?`}
          verb="Change status"
          maxLength={200}
          pending={isPending}
          onClose={close}
          onSubmit={(reason) => mutate({ status: asking.status, reason })}
        />
      )}
      {asking && !asking.needsReason && (
        <DeliveryDialog
          deal={deal}
          pending={isPending}
          onClose={close}
          onSubmit={(miles) => mutate({ status: asking.status, miles })}
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
      toast({ variant: 'destructive', title: 'Status not changed', description });
    },
    onSettled: () => {
      onDone();
      return refreshDeals(client);
    },
  });
}
