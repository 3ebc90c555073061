import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { getRetention, maxYears, type RetentionClass, setRetentionPeriod } from '../../contract.ts';
import { eventLabels } from '../labels.ts';

/** Sets how many years a class is kept. */
export function PeriodDialog({
  retentionClass,
  onClose,
}: {
  retentionClass: RetentionClass;
  onClose: () => void;
}) {
  const formId = useId();
  const [years, setYears] = useState(String(retentionClass.years));
  const { mutate, isPending, error } = useSetPeriod(retentionClass, onClose);
  const fields = error instanceof ApiError ? error.fields : undefined;
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(Number(years));
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      size="sm"
      title={`Period of ${retentionClass.name}`}
      description="Applies to existing documents, too. Nothing is destroyed until two people agree."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button
            type="submit"
            form={formId}
            variant="primary"
            pending={isPending}
            pendingLabel="Saving…"
          >
            Save period
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={submit} noValidate className="flex flex-col gap-4">
        {error && !fields && (
          <Notice tone="danger" live>
            {sentenceOf(error, 'Couldn’t save period')}
          </Notice>
        )}
        <TextField
          label={`Years after ${eventLabels[retentionClass.event]}`}
          type="number"
          inputMode="numeric"
          min={retentionClass.minimumYears}
          max={maxYears}
          hint={`At least ${retentionClass.minimumYears}. ${retentionClass.authority}.`}
          error={fields?.years}
          value={years}
          onChange={({ target }) => setYears(target.value)}
        />
      </form>
    </Dialog>
  );
}

function useSetPeriod({ code, version }: RetentionClass, onSaved: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (years: number) =>
      call(setRetentionPeriod, { params: { code }, body: { years, version } }),
    onSuccess: onSaved,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getRetention) }),
  });
}
