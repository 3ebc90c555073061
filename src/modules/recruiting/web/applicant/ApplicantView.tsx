import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Eraser, Pencil, UserRoundSearch } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { homeStoreName } from '../../../../platform/contract/names.ts';
import { phoneText } from '../../../../platform/contract/phones.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { RecordHistory, RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { FactList } from '../../../../platform/web/ui/FactList.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  type Applicant,
  type ApplicantEvent,
  eraseApplicant,
  getApplicant,
} from '../../contract.ts';
import {
  applicantsHref,
  canceledText,
  recruitingHref,
  sourceNames,
  stageNames,
  stageTones,
} from '../state/labels.ts';
import { queries, usePositions } from '../state/useRecruiting.ts';
import { Interviews } from './Interviews.tsx';
import { NoteForm } from './NoteForm.tsx';
import { Papers } from './Papers.tsx';
import { StageActions } from './StageActions.tsx';

const ApplicantDialog = lazyPart(() => import('./ApplicantDialog.tsx'), { place: 'dialog' });

export default function ApplicantView({ applicantId }: { applicantId: number }) {
  const record = useRecord(getApplicant, { params: { applicantId } });
  return (
    <RecordView
      record={record}
      icon={UserRoundSearch}
      title="Applicant"
      titleOf={({ name }) => name}
      subtitleOf={({ position }) => `${position.jobTitle} · ${homeStoreName(position.store)}`}
      list={{ href: `${recruitingHref}?view=applicants`, label: 'All applicants' }}
      missing={{
        title: 'Applicant not found',
        description: 'There is no such applicant, or you no longer have access.',
      }}
    >
      {(applicant) => <Loaded applicant={applicant} />}
    </RecordView>
  );
}

function Loaded({ applicant }: { applicant: Applicant }) {
  const { name, position, stage, may } = applicant;
  const [isEditing, setEditing] = useState(false);
  const positions = usePositions() ?? [];
  return (
    <div className="flex flex-col gap-6">
      <header className="flex flex-wrap items-start justify-between gap-x-6 gap-y-4">
        <div className="flex min-w-0 flex-col gap-1">
          <h2 className="flex flex-wrap items-center gap-x-3 gap-y-1 text-xl font-semibold text-text">
            <span className="min-w-0 wrap-anywhere">{name}</span>
            <Badge tone={stageTones[stage]}>{stageNames[stage]}</Badge>
          </h2>
          <p className="text-sm text-muted">
            <Link href={applicantsHref(position.id)} className="text-text underline">
              {position.jobTitle}
            </Link>
            {` · ${homeStoreName(position.store)}`}
          </p>
          {applicant.reason && <p className="text-sm text-muted">{applicant.reason}</p>}
        </div>
        <div className="flex flex-wrap gap-2">
          {may.erase && <EraseButton applicant={applicant} />}
          {may.keep && (
            <Button onClick={() => setEditing(true)}>
              <Pencil aria-hidden="true" />
              Edit
            </Button>
          )}
          <StageActions applicant={applicant} />
        </div>
      </header>
      <div className="grid gap-x-10 gap-y-8 @4xl:grid-cols-[minmax(0,1fr)_minmax(0,22rem)]">
        <div className="flex min-w-0 flex-col gap-8">
          <Interviews applicant={applicant} />
          <Papers applicant={applicant} />
          {applicant.note && (
            <RecordSection label="Notes">
              <p className="text-sm wrap-anywhere whitespace-pre-wrap text-text">
                {applicant.note}
              </p>
            </RecordSection>
          )}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <Facts applicant={applicant} />
          {may.keep && <NoteForm applicantId={applicant.id} />}
          <RecordHistory events={applicant.events} describe={describe} />
        </div>
      </div>
      <Suspense>
        {isEditing && (
          <ApplicantDialog
            positions={positions.filter((one) => one.may.addApplicants)}
            applicant={applicant}
            onClose={() => setEditing(false)}
          />
        )}
      </Suspense>
    </div>
  );
}

function Facts({ applicant }: { applicant: Applicant }) {
  const { email, phone, source, referredBy, appliedOn, isErased } = applicant;
  return (
    <RecordSection label="Applicant">
      <FactList
        rows={[
          ...(isErased
            ? []
            : ([
                [
                  'Email',
                  email && (
                    <a href={`mailto:${email}`} className="text-text underline">
                      {email}
                    </a>
                  ),
                ],
                [
                  'Phone',
                  phone && (
                    <a
                      href={`tel:${phone.e164}${phone.extension && `;ext=${phone.extension}`}`}
                      className="text-text underline"
                    >
                      {phoneText(phone)}
                    </a>
                  ),
                ],
                ['Referred by', referredBy?.name],
              ] as const)),
          ['Source', sourceNames[source]],
          ['Applied', calendarDay(appliedOn)],
        ]}
      />
    </RecordSection>
  );
}

function EraseButton({ applicant }: { applicant: Applicant }) {
  const client = useQueryClient();
  const [isAsking, setAsking] = useState(false);
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(eraseApplicant, {
        params: { applicantId: applicant.id },
        body: { version: applicant.version },
      }),
    onSuccess: () => setAsking(false),
    onError: (error) => toastFailure(error, 'Couldn’t erase'),
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <>
      <Button variant="ghost" onClick={() => setAsking(true)}>
        <Eraser aria-hidden="true" />
        Erase
      </Button>
      <ConfirmDialog
        open={isAsking}
        title={`Erase ${applicant.name}?`}
        description={`Name, contact data, notes, feedback and files are deleted for good, and the application ends. It still counts in the position’s numbers.${canceledText(applicant)}`}
        confirmLabel="Erase"
        danger
        pending={isPending}
        onConfirm={() => mutate()}
        onOpenChange={setAsking}
      />
    </>
  );
}

const interviewSteps = {
  planned: 'Interview planned',
  changed: 'Interview changed',
  canceled: 'Interview canceled',
  assessed: 'Interview assessed',
};

function describe(data: ApplicantEvent['data']): { title: string; detail?: string | undefined } {
  switch (data.kind) {
    case 'added':
      return { title: 'Applicant added' };
    case 'changed':
      return { title: 'Applicant changed' };
    case 'stage':
      return {
        title: `${stageNames[data.from]} → ${stageNames[data.to]}`,
        detail: data.reason || undefined,
      };
    case 'moved':
      return { title: 'Moved to another position', detail: `${data.from} → ${data.to}` };
    case 'note':
      return { title: 'Note', detail: data.text };
    case 'paper':
      return { title: data.isAdded ? 'Files added' : 'File deleted' };
    case 'interview':
      return {
        title: interviewSteps[data.did],
        detail: `${weekdayTime(data.at)} with ${data.interviewer}`,
      };
    case 'erased':
      return { title: 'Applicant erased' };
  }
}
