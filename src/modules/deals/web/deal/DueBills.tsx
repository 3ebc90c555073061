import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import type { DealPage } from '../../contract/deal.ts';
import { getDeal, setDueBillDone } from '../../contract.ts';
import { queries } from '../state/useDeals.ts';

/** The due bills of a deal; they can be checked off even after funding. */
export function DueBills({ deal }: { deal: DealPage }) {
  const dealId = deal.id;
  const { mutate, isPending, variables } = useRecordChange({
    save: ({ id, isDone }: { id: number; isDone: boolean }) =>
      call(setDueBillDone, { params: { dealId, dueBillId: id }, body: { isDone } }),
    recordKey: queryKeyFor(getDeal, { params: { dealId } }),
    queries,
    failure: 'Couldn’t update due bill',
  });
  const open = deal.dueBills.filter(({ doneAt }) => doneAt === null).length;
  return (
    <RecordSection label="Due bills" aside={open > 0 && `${open} open`}>
      {deal.dueBills.length === 0 ? (
        <p className="text-sm text-muted">No due bills.</p>
      ) : (
        <ul className="flex flex-col gap-2">
          {deal.dueBills.map(({ id, what, doneAt, doneBy }) => (
            <li key={id}>
              <Checkbox
                label={what}
                hint={doneAt && `Done ${exactTime(doneAt)} by ${doneBy}`}
                checked={isPending && variables.id === id ? variables.isDone : doneAt !== null}
                disabled={!deal.may.keepPromises || deal.status === 'canceled'}
                onCheckedChange={(isDone) => isPending || mutate({ id, isDone })}
              />
            </li>
          ))}
        </ul>
      )}
    </RecordSection>
  );
}
