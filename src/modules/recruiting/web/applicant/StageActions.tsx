import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { StatusMenu } from '../../../../platform/web/records/StatusMenu.tsx';
import { today } from '../../../../platform/web/time/days.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { type Applicant, hireApplicant, setStage, stages } from '../../contract.ts';
import { canceledText, stageNames } from '../state/labels.ts';
import { useApplicantChange, useShowSaved } from '../state/useRecruiting.ts';

type Next = Parameters<typeof call<typeof setStage>>[1]['body']['stage'];
const isSettable = (stage: string): stage is Next => stage !== 'hired';

/** Moves an applicant between stages; a hire and an end without one ask for more. */
export function StageActions({ applicant }: { applicant: Applicant }) {
  const [ending, setEnding] = useState<'rejected' | 'withdrawn'>();
  const [isHiring, setHiring] = useState(false);
  const { id, stage, version, may } = applicant;
  const { mutate, isPending } = useApplicantChange(id, (next: Next) =>
    call(setStage, { params: { applicantId: id }, body: { version, stage: next, reason: '' } }),
  );
  const become = stages
    .filter((next) => next !== stage)
    .filter(isSettable)
    .map((status) => ({ status }));
  if (stage === 'hired') return null;
  return (
    <>
      {may.hire && <Button onClick={() => setHiring(true)}>Hire…</Button>}
      {may.keep && (
        <StatusMenu
          label="Change stage"
          become={become}
          names={stageNames}
          needsDialog={({ status }) => status === 'rejected' || status === 'withdrawn'}
          pending={isPending}
          onChoose={({ status }) =>
            status === 'rejected' || status === 'withdrawn' ? setEnding(status) : mutate(status)
          }
        />
      )}
      {ending && (
        <EndDialog applicant={applicant} stage={ending} onClose={() => setEnding(undefined)} />
      )}
      {isHiring && <HireDialog applicant={applicant} onClose={() => setHiring(false)} />}
    </>
  );
}

interface EndProps {
  applicant: Applicant;
  stage: 'rejected' | 'withdrawn';
  onClose: () => void;
}

function EndDialog({ applicant, stage, onClose }: EndProps) {
  const showSaved = useShowSaved();
  const form = useDialogForm({ reason: '' });
  const isRejection = stage === 'rejected';
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string) =>
      call(setStage, {
        params: { applicantId: applicant.id },
        body: { version: applicant.version, stage, reason },
      }),
    onSuccess: (saved) => {
      showSaved(saved);
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormDialog
      size="sm"
      title={isRejection ? 'Reject applicant' : 'Applicant withdrew'}
      description={`${applicant.name} will be erased a year from now.${canceledText(applicant)}`}
      verb={isRejection ? 'Reject' : 'Save'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const reason = form.values.reason.trim();
        if (form.check({ reason: isRejection && !reason && 'Enter a reason' })) mutate(reason);
      }}
    >
      <TextField
        label="Reason"
        required={isRejection}
        maxLength={200}
        value={form.values.reason}
        error={form.errors.reason}
        onChange={(event) => form.set('reason', event.target.value)}
      />
    </FormDialog>
  );
}

function HireDialog({ applicant, onClose }: { applicant: Applicant; onClose: () => void }) {
  const showSaved = useShowSaved();
  const form = useDialogForm({ firstDay: today() });
  const { mutate, isPending } = useMutation({
    mutationFn: (firstDay: string) =>
      call(hireApplicant, {
        params: { applicantId: applicant.id },
        body: { version: applicant.version, firstDay },
      }),
    onSuccess: (saved) => {
      showSaved(saved);
      onClose();
    },
    onError: form.refuse,
  });
  return (
    <FormDialog
      size="sm"
      title={`Hire ${applicant.name}`}
      description={`As ${applicant.position.jobTitle}. Their onboarding begins.${canceledText(applicant)}`}
      verb="Hire"
      pending={isPending}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        const { firstDay } = form.values;
        if (form.check({ firstDay: !firstDay && 'Choose a day' })) mutate(firstDay);
      }}
    >
      <TextField
        label="First day"
        type="date"
        required
        value={form.values.firstDay}
        error={form.errors.firstDay}
        onChange={(event) => form.set('firstDay', event.target.value)}
      />
    </FormDialog>
  );
}
