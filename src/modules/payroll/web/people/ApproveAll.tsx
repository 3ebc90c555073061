import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { approvePeriods, type ReviewRow } from '../../contract/review.ts';
import { usePayrollChange } from '../state/usePayroll.ts';

interface Props {
  rows: readonly ReviewRow[];
  period: string;
}

/** Approves everyone shown who is complete: signed, without anything that is open. */
export function ApproveAll({ rows, period }: Props) {
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = usePayrollChange(approvePeriods, {
    failure: 'Couldn’t approve',
    onSaved: ({ approved }) =>
      toast({ title: approved === 1 ? '1 employee approved' : `${approved} employees approved` }),
  });
  const complete = rows.filter(
    ({ may, approval, signState }) =>
      may.approve &&
      may.approvalWaitsFor === null &&
      approval !== 'approved' &&
      signState === 'signed',
  );
  if (complete.length === 0) return null;
  const people = complete.map(({ payee, fingerprint }) => ({ id: payee.id, fingerprint }));
  return (
    <>
      <Button variant="primary" onClick={() => setAsking(true)}>
        {complete.length === 1 ? 'Approve 1 employee' : `Approve ${complete.length} employees`}
      </Button>
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Approve these hours?"
        description="Everyone shown here who has signed and has nothing open is approved. Approve those without a signature one by one."
        confirmLabel="Approve"
        pending={isPending}
        onConfirm={() =>
          mutate(
            { body: { period, approved: true, people } },
            { onSettled: () => setAsking(false) },
          )
        }
      />
    </>
  );
}
