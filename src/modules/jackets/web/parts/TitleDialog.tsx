import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { today } from '../../../../platform/web/time/days.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import {
  plannedSteps,
  saveTitleWork,
  stepNames,
  type TitleStep,
  type TitleWork,
  titleTasks,
} from '../../contract/titles.ts';
import { queries } from '../state/useJackets.ts';

interface Props {
  title: string;
  description?: string;
  work: TitleWork;
  onClose: () => void;
}

const notNeeded = 'not needed';
/** A day, nothing, or that it is not needed. */
type Values = Partial<Record<TitleStep, string>>;

/** The days of a deal’s title work. */
export default function TitleDialog({ title, description, work, onClose }: Props) {
  const client = useQueryClient();
  // The version when opened, so that later changes by others are not overwritten.
  const [{ dealId, version, applies, steps }] = useState(work);
  const entered = new Map(steps.map((step) => [step.step, step]));
  const form = useDialogForm<Values>(
    Object.fromEntries(
      applies.map((step) => {
        const known = entered.get(step);
        return [step, known ? (known.day ?? notNeeded) : ''];
      }),
    ),
  );
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveTitleWork, {
        params: { dealId },
        body: {
          version,
          steps: applies.flatMap((step) => {
            const value = form.values[step];
            return value ? [{ step, day: value === notNeeded ? null : value }] : [];
          }),
        },
      }),
    onSuccess: onClose,
    onError: form.refuse,
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <FormDialog
      title={title}
      description={description}
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      formClassName="grid items-start gap-x-4 gap-y-3 sm:grid-cols-2"
      onClose={onClose}
      onSubmit={() => mutate()}
    >
      {applies.map((step) => {
        const value = form.values[step] ?? '';
        const isPlanned = plannedSteps.includes(step);
        const isTask = titleTasks.some((task) => task === step);
        const known = entered.get(step);
        return (
          <div key={step} className="flex min-w-0 flex-col gap-1">
            <TextField
              label={stepNames[step]}
              type="date"
              {...(!isPlanned && { max: today() })}
              disabled={value === notNeeded}
              value={value === notNeeded ? '' : value}
              error={form.errors[step]}
              hint={known && `${known.by}, ${exactTime(known.at)}`}
              onChange={(event) => form.set(step, event.target.value)}
            />
            {isTask && (
              <Checkbox
                label={<span className="text-sm text-muted">Not needed</span>}
                aria-label={`${stepNames[step]}: not needed`}
                checked={value === notNeeded}
                onCheckedChange={(isChecked) => form.set(step, isChecked ? notNeeded : '')}
              />
            )}
          </div>
        );
      })}
    </FormDialog>
  );
}
