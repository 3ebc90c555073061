import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { weekdayDay } from '../../../../platform/contract/calendar.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { EmployeePicker } from '../../../employees/web/public.ts';
import { getRun, linkAccount, listNewAccounts, type Run } from '../../contract.ts';
import { queries } from '../state/useOnboarding.ts';

/** Says which account a new hire has, once it was created in user management. */
export default function LinkDialog({ run, onClose }: { run: Run; onClose: () => void }) {
  const client = useQueryClient();
  const [employee, setEmployee] = useState<{ id: number; name: string } | null>(null);
  // Only for those who manage accounts; the directory has active ones.
  const { data: fresh = [] } = useQuery(
    queryOptionsFor(listNewAccounts, { params: { runId: run.id } }),
  );
  const starts = fresh.some(({ id }) => id === employee?.id);
  const [isSubmitted, setSubmitted] = useState(false);
  const { mutate, isPending, error } = useMutation({
    mutationFn: (employeeId: number) =>
      call(linkAccount, {
        params: { runId: run.id },
        body: { version: run.version, employeeId },
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getRun, { params: { runId: run.id } }), saved);
      onClose();
    },
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <FormDialog
      size="sm"
      title={`Link the account of ${run.employee.name}`}
      description="Create the account in user management first. Its rights are granted there, too."
      verb="Link account"
      pending={isPending}
      isDirty={employee !== null}
      refusal={error && sentenceOf(error)}
      onClose={onClose}
      onSubmit={() => {
        setSubmitted(true);
        if (employee) mutate(employee.id);
      }}
    >
      <EmployeePicker
        label="Account"
        value={employee}
        error={isSubmitted && !employee ? 'Choose the account' : undefined}
        also={fresh}
        alsoDetail="not active yet"
        onChange={setEmployee}
      />
      {starts && (
        <p className="text-sm text-muted">
          {`The account is not active yet. It starts on ${weekdayDay(run.day)}, or at once if that day has come.`}
        </p>
      )}
    </FormDialog>
  );
}
