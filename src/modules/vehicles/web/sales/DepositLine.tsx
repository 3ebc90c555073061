import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import { call } from '../../../../platform/web/api/call.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type Deposit, type depositEndings, endDeposit } from '../../contract/deposits.ts';
import { reasonMaxLength } from '../../contract/fields.ts';
import { dayOf, depositTitle, momentOf } from '../state/labels.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

type Ending = (typeof depositEndings)[number];
const verbs: Record<Ending, string> = { refunded: 'Refund deposit', kept: 'Forfeit deposit' };
const titles: Record<Ending, string> = {
  refunded: 'Reason for refunding the deposit',
  kept: 'Reason for forfeiting the deposit',
};

interface Props {
  deposit: Deposit;
  mayEnd: boolean;
  /** Whether customers can be opened. */
  linksCustomer: boolean;
}

/** Who left how much, until when; and the ways it ends without a delivery. */
export function DepositLine({ deposit, mayEnd, linksCustomer }: Props) {
  const [ending, setEnding] = useState<Ending>();
  const { mutate, isPending } = useEndDeposit(deposit, () => setEnding(undefined));
  const { customer, cents, expiresOn, isExpired, note, takenAt, takenBy } = deposit;
  return (
    <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-text">
      {customer && expiresOn ? (
        <span>
          {`${depositTitle(cents)} from `}
          {linksCustomer && customer.id !== null ? (
            <Link href={`/customers?customer=${customer.id}`} className="underline">
              {customer.name}
            </Link>
          ) : (
            customer.name
          )}
          {`, expires ${dayOf(expiresOn)}.`}
          {note && ` ${note}`}
        </span>
      ) : (
        <span>{`Deposit taken by ${takenBy}, ${momentOf(takenAt)}. Amount and customer: not specified.`}</span>
      )}
      {isExpired && <Badge tone="danger">Expired</Badge>}
      {mayEnd && (
        <span className="flex gap-1">
          <Button size="sm" variant="ghost" onClick={() => setEnding('refunded')}>
            Refund…
          </Button>
          <Button size="sm" variant="ghost" onClick={() => setEnding('kept')}>
            Forfeit…
          </Button>
        </span>
      )}
      {ending && (
        <ReasonDialog
          title={titles[ending]}
          verb={verbs[ending]}
          maxLength={reasonMaxLength}
          pending={isPending}
          onClose={() => setEnding(undefined)}
          onSubmit={(reason) => mutate({ outcome: ending, reason })}
        />
      )}
    </p>
  );
}

function useEndDeposit({ id }: Deposit, onDone: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: { outcome: Ending; reason: string }) =>
      call(endDeposit, { params: { depositId: id }, body }),
    onSuccess: onDone,
    onError: (error) => toastFailure(error, 'Couldn’t end the deposit'),
    onSettled: () => refreshVehicles(client),
  });
}
