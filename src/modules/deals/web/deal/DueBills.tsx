import { useMutation, useQueryClient } from '@tanstack/react-query';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { DealPage } from '../../contract/deal.ts';
import { type Choices, getDeal, setDueBillDone } from '../../contract.ts';
import { exactTimeOf } from '../labels.ts';
import { refreshDeals } from '../useDeals.ts';
import { Section } from './Section.tsx';

interface Props {
  deal: DealPage;
  choices: Choices;
}

/** The due bills of a deal; they can be checked off even after funding. */
export function DueBills({ deal, choices }: Props) {
  const { mutate, isPending, variables } = useDueBillUpdate(deal);
  const open = deal.dueBills.filter(({ doneAt }) => doneAt === null).length;
  return (
    <Section label="Due bills" aside={open > 0 && `${open} open`}>
      {deal.dueBills.length === 0 ? (
        <p className="text-sm text-muted">No due bills.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {deal.dueBills.map(({ id, what, doneAt, doneBy }) => (
            <li key={id}>
              <Checkbox
                label={what}
                hint={doneAt && `Done ${exactTimeOf(doneAt)} by ${doneBy}`}
                checked={isPending && variables.id === id ? variables.isDone : doneAt !== null}
                disabled={!choices.may.write || deal.status === 'canceled'}
                onCheckedChange={(isDone) => isPending || mutate({ id, isDone })}
              />
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}

function useDueBillUpdate({ id: dealId }: DealPage) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, isDone }: { id: number; isDone: boolean }) =>
      call(setDueBillDone, { params: { dealId, dueBillId: id }, body: { isDone } }),
    onSuccess: (saved) => client.setQueryData(queryKeyFor(getDeal, { params: { dealId } }), saved),
    onError: (error) =>
      toast({
        variant: 'destructive',
        title: "Couldn't update due bill",
        description: sentenceOf(error),
      }),
    onSettled: () => refreshDeals(client),
  });
}
