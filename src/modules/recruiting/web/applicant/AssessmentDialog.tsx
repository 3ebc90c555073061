import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import {
  type Applicant,
  assessApplicant,
  type Interview,
  type Recommendation,
  recommendations,
} from '../../contract.ts';
import { recommendationNames } from '../state/labels.ts';
import { useShowSaved } from '../state/useRecruiting.ts';

interface Props {
  applicant: Applicant;
  interview: Interview;
  onClose: () => void;
}

/** What the interviewer thinks. */
export default function AssessmentDialog({ applicant, interview, onClose }: Props) {
  const showSaved = useShowSaved();
  const form = useDialogForm({
    recommendation: interview.recommendation ?? '',
    feedback: interview.feedback,
  });
  const { recommendation, feedback } = form.values;
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(assessApplicant, {
        params: { applicantId: applicant.id, interviewId: interview.id },
        body: {
          version: interview.version,
          recommendation: recommendation as Recommendation,
          feedback: feedback.trim(),
        },
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
      title="Your assessment"
      description={`${applicant.name}. HR, the hiring manager and interviewers who gave theirs see it.`}
      verb="Save"
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={() => {
        if (form.check({ recommendation: !recommendation && 'Choose a recommendation' })) mutate();
      }}
    >
      <SelectField
        label="Recommendation"
        required
        placeholder="Choose a recommendation"
        options={recommendations.map((value) => ({ value, label: recommendationNames[value] }))}
        value={recommendation}
        error={form.errors.recommendation}
        onChange={(event) => form.set('recommendation', event.target.value as Recommendation)}
      />
      <TextArea
        label="Feedback"
        rows={4}
        maxLength={5_000}
        value={feedback}
        error={form.errors.feedback}
        onChange={(event) => form.set('feedback', event.target.value)}
      />
    </FormDialog>
  );
}
