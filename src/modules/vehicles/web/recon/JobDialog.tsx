import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useId, useState } from 'react';
import { Link } from 'wouter';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { centsOf, dollarsOf, typedHundredths } from '../../../../platform/web/format/amounts.ts';
import { withCurrent } from '../../../../platform/web/records/withCurrent.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type Board, changeJob, listOwners, type ReconJob } from '../../contract/recon/board.ts';
import { stageNames } from '../../contract/recon/stages.ts';
import { momentOf } from '../state/labels.ts';
import { refreshVehicles } from '../state/useVehicles.ts';

interface Props {
  job: ReconJob;
  board: Board;
  onClose: () => void;
}

/** Assignee and cost of a reconditioning step. */
export function JobDialog({ job, board, onClose }: Props) {
  const formId = useId();
  const form = useJobForm(job, onClose);
  const editable = board.may.move && job.stage !== 'frontline';
  const { data: owners = [] } = useQuery({
    ...queryOptionsFor(listOwners, { query: { store: job.store } }),
    enabled: editable,
  });
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`${job.stockNumber}: ${stageNames[job.stage]}`}
      description={`${job.title}. In this stage since ${momentOf(job.enteredAt)}.`}
      footer={
        <>
          <Button onClick={onClose}>{editable ? 'Cancel' : 'Close'}</Button>
          {editable && (
            <Button type="submit" form={formId} variant="primary" pending={form.isPending}>
              Save
            </Button>
          )}
        </>
      }
    >
      <form
        id={formId}
        noValidate
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          form.submit();
        }}
      >
        {form.refusal && (
          <Notice tone="danger" live>
            {form.refusal}
          </Notice>
        )}
        <SelectField
          label="Assigned to"
          placeholder="Unassigned"
          disabled={!editable}
          options={withCurrent(
            owners.map(({ id, name }) => ({ value: String(id), label: name })),
            job.owner,
          )}
          value={form.owner}
          onChange={(event) => form.setOwner(event.target.value)}
        />
        {job.money && <MoneyFields job={job} form={form} disabled={!editable} />}
        <Link href={`/fleet?vehicle=${job.vehicleId}`} className="text-sm underline">
          Open vehicle
        </Link>
      </form>
    </Dialog>
  );
}

type Form = ReturnType<typeof useJobForm>;

function MoneyFields({ job, form, disabled }: { job: ReconJob; form: Form; disabled: boolean }) {
  const problem = 'Enter an amount in dollars';
  return (
    <>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Estimate, $"
          inputMode="decimal"
          disabled={disabled}
          value={form.estimate}
          error={centsOf(form.estimate) === undefined ? problem : undefined}
          onChange={(event) => form.setEstimate(event.target.value)}
        />
        <TextField
          label="Actual, $"
          inputMode="decimal"
          disabled={disabled}
          value={form.actual}
          error={centsOf(form.actual) === undefined ? problem : undefined}
          onChange={(event) => form.setActual(event.target.value)}
        />
      </div>
      <p className="text-sm text-muted">
        {`All stages so far: ${dollarsOf(job.money?.totalCents ?? 0)}`}
      </p>
    </>
  );
}

function useJobForm(job: ReconJob, onClose: () => void) {
  const client = useQueryClient();
  const [version] = useState(job.version);
  const [owner, setOwner] = useState(job.owner ? String(job.owner.id) : '');
  const [estimate, setEstimate] = useState(typedHundredths(job.money?.estimateCents));
  const [actual, setActual] = useState(typedHundredths(job.money?.actualCents));
  const estimateCents = centsOf(estimate);
  const actualCents = centsOf(actual);
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(changeJob, {
        params: { stepId: job.stepId },
        body: {
          version,
          ownerId: owner ? Number(owner) : null,
          ...(job.money && { estimateCents, actualCents }),
        },
      }),
    onSuccess: onClose,
    onSettled: () => refreshVehicles(client),
  });
  return {
    owner,
    setOwner,
    estimate,
    setEstimate,
    actual,
    setActual,
    isPending,
    refusal: error && errorMessage(error),
    submit: () => {
      if (estimateCents !== undefined && actualCents !== undefined && !isPending) mutate();
    },
  };
}

function errorMessage(error: Error): string {
  const fieldError = error instanceof ApiError ? Object.values(error.fields ?? {})[0] : undefined;
  return fieldError ?? sentenceOf(error, 'Couldn’t save changes. Try again.');
}
