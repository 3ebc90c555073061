import { useMutation } from '@tanstack/react-query';
import { Pencil, Repeat, Trash2 } from 'lucide-react';
import { Suspense, useState } from 'react';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { departmentNames, homeStoreName } from '../../../../../platform/contract/names.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { RecordSection } from '../../../../../platform/web/records/RecordSection.tsx';
import { today } from '../../../../../platform/web/time/days.ts';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { FactList, type FactRow } from '../../../../../platform/web/ui/FactList.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { lazyPart } from '../../../../../platform/web/ui/lazy/lazyPart.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import type { Job } from '../../../contract/employee.ts';
import { payBasisNames } from '../../../contract/fields.ts';
import { removeJob } from '../../../contract/writing.ts';
import { type EmployeeFile, useShowSaved } from '../../state/useEmployees.ts';
import { tenureOf } from './tenure.ts';

const ChangeJobDialog = lazyPart(() => import('./ChangeJobDialog.tsx'), { place: 'dialog' });
const EmploymentDialog = lazyPart(() => import('./EmploymentDialog.tsx'), { place: 'dialog' });

/** The job now, the employment, and all jobs before and to come. */
export function JobSection({ file }: { file: EmployeeFile }) {
  const [dialog, setDialog] = useState<'job' | 'employment'>();
  const close = () => setDialog(undefined);
  return (
    <>
      <RecordSection
        label="Job"
        aside={
          file.may.change && (
            <span className="flex gap-1">
              <Button size="sm" variant="ghost" onClick={() => setDialog('employment')}>
                <Pencil aria-hidden="true" />
                Edit
              </Button>
              <Button size="sm" variant="ghost" onClick={() => setDialog('job')}>
                <Repeat aria-hidden="true" />
                Change job
              </Button>
            </span>
          )
        }
      >
        <div className="grid items-start gap-x-10 gap-y-2 @2xl:grid-cols-2">
          <FactList rows={jobRows(file)} />
          <FactList rows={employmentRows(file)} />
        </div>
      </RecordSection>
      <RecordSection label="Job history">
        <ol className="flex flex-col">
          {file.file.jobs.map((job) => (
            <JobLine key={job.id} job={job} file={file} />
          ))}
        </ol>
        {file.file.jobs.length === 0 && <p className="text-sm text-muted">No jobs recorded yet.</p>}
      </RecordSection>
      <Suspense>
        {dialog === 'job' && <ChangeJobDialog file={file} onClose={close} />}
        {dialog === 'employment' && <EmploymentDialog file={file} onClose={close} />}
      </Suspense>
    </>
  );
}

const jobRows = ({ jobTitle, store, department, manager }: EmployeeFile): FactRow[] => [
  ['Title', jobTitle],
  ['Store', homeStoreName(store)],
  ['Department', department && departmentNames[department]],
  ['Manager', manager?.name],
];

function employmentRows({ file }: EmployeeFile): FactRow[] {
  const { employeeNumber, hiredOn, leftOn, reviewOn, payBasis } = file;
  return [
    ['Employee number', employeeNumber],
    ['Hired', hiredOn && `${calendarDay(hiredOn)} (${tenureOf(hiredOn, leftOn ?? today())})`],
    ['Next review', reviewOn && <ReviewDay key="review" on={reviewOn} />],
    ['Pay basis', payBasis && payBasisNames[payBasis]],
    ...(leftOn ? [['Last day', calendarDay(leftOn)] as const] : []),
  ];
}

function ReviewDay({ on }: { on: string }) {
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      {calendarDay(on)}
      {on < today() && <Badge tone="warning">Overdue</Badge>}
    </span>
  );
}

function JobLine({ job, file }: { job: Job; file: EmployeeFile }) {
  const { jobTitle, store, department, manager, effectiveOn, state, reason } = job;
  const [isAsking, setAsking] = useState(false);
  const showSaved = useShowSaved();
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(removeJob, {
        params: { employeeId: file.id, jobId: job.id },
        query: { version: file.version },
      }),
    onSuccess: showSaved,
    onError: (error) => toastFailure(error, 'Couldn’t remove the job'),
    onSettled: () => setAsking(false),
  });
  const isPlanned = state === 'planned';
  // Without an earlier one there would be no job.
  const canRemove = file.may.change && (isPlanned || job !== file.file.jobs.at(-1));
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border py-2 last:border-b-0">
      <div className="flex min-w-0 flex-col gap-0.5 text-sm">
        <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-medium text-text">{jobTitle ?? 'No job title'}</span>
          {isPlanned && <Badge tone="info">Planned</Badge>}
          {state === 'current' && <Badge>Current</Badge>}
        </span>
        <span className="text-text">
          <time dateTime={effectiveOn} className="tabular-nums">
            {`${state === 'current' ? 'Since' : 'From'} ${calendarDay(effectiveOn)}`}
          </time>
          {[
            '',
            homeStoreName(store),
            department && departmentNames[department],
            manager && `reports to ${manager.name}`,
          ]
            .filter((part) => part !== null)
            .join(' · ')}
        </span>
        <span className="text-xs text-muted" title={`Recorded ${exactTime(job.recordedAt)}`}>
          {[reason, job.recordedBy && `recorded by ${job.recordedBy}`].filter(Boolean).join(' · ')}
        </span>
      </div>
      {canRemove && (
        <IconButton
          label={`Remove job of ${calendarDay(effectiveOn)}`}
          icon={Trash2}
          size="sm"
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={isPlanned ? 'Cancel this planned change?' : 'Remove this job?'}
        description={
          isPlanned
            ? `${file.name} keeps the current job on ${calendarDay(effectiveOn)}.`
            : state === 'current'
              ? 'The job before it applies again. The removal stays in the history.'
              : 'The current job stays. The removal is recorded in the history.'
        }
        confirmLabel={isPlanned ? 'Cancel change' : 'Remove job'}
        cancelLabel="Keep"
        danger
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </li>
  );
}
