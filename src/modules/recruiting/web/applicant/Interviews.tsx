import { CalendarPlus, CalendarX, Pencil } from 'lucide-react';
import { Suspense, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Badge, type Tone } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { IconButton } from '../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import {
  type Applicant,
  cancelInterview,
  type Interview,
  isEnded,
  type Recommendation,
} from '../../contract.ts';
import { recommendationNames } from '../state/labels.ts';
import { useApplicantChange } from '../state/useRecruiting.ts';

const InterviewDialog = lazyPart(() => import('./InterviewDialog.tsx'), { place: 'dialog' });
const AssessmentDialog = lazyPart(() => import('./AssessmentDialog.tsx'), { place: 'dialog' });

const tones: Record<Recommendation, Tone> = {
  hire: 'success',
  unsure: 'warning',
  do_not_hire: 'danger',
};

export function Interviews({ applicant }: { applicant: Applicant }) {
  const [dialog, setDialog] = useState<{ kind: 'plan' | 'assess'; interview?: Interview }>();
  const { interviews, may, stage } = applicant;
  const close = () => setDialog(undefined);
  return (
    <RecordSection
      label="Interviews"
      aside={
        may.keep &&
        !isEnded(stage) && (
          <Button size="sm" variant="ghost" onClick={() => setDialog({ kind: 'plan' })}>
            <CalendarPlus aria-hidden="true" />
            Plan interview
          </Button>
        )
      }
    >
      {interviews.length === 0 ? (
        <p className="text-sm text-muted">No interviews yet.</p>
      ) : (
        <ul className="flex flex-col">
          {interviews.map((interview) => (
            <Row
              key={interview.id}
              applicant={applicant}
              interview={interview}
              onEdit={() => setDialog({ kind: 'plan', interview })}
              onAssess={() => setDialog({ kind: 'assess', interview })}
            />
          ))}
        </ul>
      )}
      <Suspense>
        {dialog?.kind === 'plan' && (
          <InterviewDialog applicant={applicant} interview={dialog.interview} onClose={close} />
        )}
        {dialog?.kind === 'assess' && dialog.interview && (
          <AssessmentDialog applicant={applicant} interview={dialog.interview} onClose={close} />
        )}
      </Suspense>
    </RecordSection>
  );
}

interface RowProps {
  applicant: Applicant;
  interview: Interview;
  onEdit: () => void;
  onAssess: () => void;
}

function Row({ applicant, interview, onEdit, onAssess }: RowProps) {
  const { id, at, place, interviewer, recommendation, feedback, isCanceled, version } = interview;
  const { mutate, isPending } = useApplicantChange(applicant.id, () =>
    call(cancelInterview, {
      params: { applicantId: applicant.id, interviewId: id },
      query: { version },
    }),
  );
  const canChange = interview.may.edit && recommendation === null;
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border py-2 text-sm last:border-b-0">
      <div className="flex min-w-0 flex-col gap-0.5">
        <span className="flex flex-wrap items-center gap-2">
          <time dateTime={at} className="font-medium text-text">
            {weekdayTime(at)}
          </time>
          {isCanceled && <Badge>Canceled</Badge>}
          {recommendation && (
            <Badge tone={tones[recommendation]}>{recommendationNames[recommendation]}</Badge>
          )}
        </span>
        <span className="text-muted">
          {[`With ${interviewer.name}`, place].filter(Boolean).join(' · ')}
        </span>
        {feedback && <p className="pt-1 wrap-anywhere whitespace-pre-wrap text-text">{feedback}</p>}
      </div>
      <span className="flex shrink-0 gap-1">
        {interview.may.assess && (
          <Button size="sm" onClick={onAssess}>
            {recommendation ? 'Edit assessment' : 'Assess'}
          </Button>
        )}
        {canChange && (
          <>
            <IconButton label="Edit interview" icon={Pencil} size="sm" onClick={onEdit} />
            <IconButton
              label="Cancel interview"
              icon={CalendarX}
              size="sm"
              aria-busy={isPending || undefined}
              onClick={() => isPending || mutate(undefined)}
            />
          </>
        )}
      </span>
    </li>
  );
}
