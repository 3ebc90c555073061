import { useMutation, useQueryClient } from '@tanstack/react-query';
import { DoorOpen, KeyRound, Plus } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { calendarDay, weekdayDay } from '../../../../platform/contract/calendar.ts';
import { departmentNames, storeNames } from '../../../../platform/contract/names.ts';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { RecordHistory, RecordSection } from '../../../../platform/web/records/RecordSection.tsx';
import { RecordView, useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { refreshRecords } from '../../../../platform/web/records/useRecordList.ts';
import { clockTime, exactTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { FactList, type FactRow } from '../../../../platform/web/ui/FactList.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { ReasonDialog } from '../../../../platform/web/ui/ReasonDialog.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import {
  addComment,
  cancelRun,
  endAccountNow,
  finishRun,
  getRun,
  type Run,
  type RunItem,
  removeItem,
  setAccountStart,
} from '../../contract.ts';
import { ItemRow } from '../parts/ItemRow.tsx';
import { dayNames, describeEvent, reasonNames, runNames } from '../state/labels.ts';
import { queries } from '../state/useOnboarding.ts';
import { CommentForm } from './CommentForm.tsx';

const EditDialog = lazyPart(() => import('./EditDialog.tsx'), { place: 'dialog' });
const ItemDialog = lazyPart(() => import('./ItemDialog.tsx'), { place: 'dialog' });
const LinkDialog = lazyPart(() => import('./LinkDialog.tsx'), { place: 'dialog' });

/** One onboarding or offboarding: what is to do, by whom and when, and what happened. */
export default function RunView({ runId }: { runId: number }) {
  const record = useRecord(getRun, { params: { runId } });
  return (
    <RecordView
      record={record}
      icon={DoorOpen}
      title="Onboarding"
      titleOf={({ employee }) => employee.name}
      subtitleOf={({ kind, day }) => `${runNames[kind]}. ${dayNames[kind]}: ${calendarDay(day)}`}
      list={{ href: '/hr/onboarding', label: 'Onboarding' }}
      missing={{
        title: 'List not found',
        description: 'It doesn’t exist, or it belongs to employees you have no access to.',
      }}
    >
      {(run) => <RunBody run={run} />}
    </RecordView>
  );
}

type Open = 'edit' | 'add' | 'link' | 'cancel' | 'end' | RunItem;

function RunBody({ run }: { run: Run }) {
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <>
      <Head run={run} onOpen={setOpen} />
      <div className="mt-5 grid gap-8 @4xl:grid-cols-[minmax(0,1fr)_20rem]">
        <Items run={run} onOpen={setOpen} />
        <div className="flex min-w-0 flex-col gap-8">
          <Facts run={run} />
          {run.equipment.length > 0 && <Equipment run={run} />}
          {run.may.comment && <Comment run={run} />}
          <RecordHistory events={run.events} describe={(data) => describeEvent(data, run.kind)} />
        </div>
      </div>
      <Suspense>
        {open === 'edit' && <EditDialog run={run} onClose={close} />}
        {open === 'add' && <ItemDialog run={run} item={null} onClose={close} />}
        {open === 'link' && <LinkDialog run={run} onClose={close} />}
        {open !== null && typeof open === 'object' && (
          <ItemDialog run={run} item={open} onClose={close} />
        )}
      </Suspense>
      {open === 'cancel' && <Cancel run={run} onClose={close} />}
      <EndNow run={run} isOpen={open === 'end'} onClose={close} />
    </>
  );
}

interface PartProps {
  run: Run;
  onOpen: (open: Open) => void;
}

function Head({ run, onOpen }: PartProps) {
  const { kind, outcome, day, endedAt, endsAt, startedAt, startsAt, handover, may } = run;
  return (
    <div className="flex flex-col gap-3">
      <div className="flex flex-wrap items-center gap-2">
        <h2 className="mr-1 text-lg font-semibold text-text">{run.employee.name}</h2>
        <Badge tone={kind === 'onboarding' ? 'success' : 'info'}>{runNames[kind]}</Badge>
        {outcome && (
          <Badge tone={outcome === 'done' ? 'success' : 'neutral'}>
            {outcome === 'done' ? 'Finished' : 'Canceled'}
          </Badge>
        )}
        {endedAt ? (
          <Badge>{`Account ended ${exactTime(endedAt)}`}</Badge>
        ) : (
          endsAt &&
          !outcome && (
            <span className="text-sm text-muted">{`Account ends ${exactTime(endsAt)}`}</span>
          )
        )}
        {startedAt ? (
          <Badge>{`Account started ${exactTime(startedAt)}`}</Badge>
        ) : (
          startsAt && (
            <span className="text-sm text-muted">{`Account starts on ${weekdayDay(day)}`}</span>
          )
        )}
        <span className="flex flex-wrap gap-2 sm:ml-auto">
          {may.handOver && (
            <Link
              href={`/hr/onboarding?run=${run.id}&view=handover`}
              className={buttonClasses({ variant: handover ? 'primary' : 'secondary' })}
            >
              {handover ? `Hand over (${handover})` : 'Handover'}
            </Link>
          )}
          {may.link && <Button onClick={() => onOpen('link')}>Link account</Button>}
          {may.planStart && <AccountStart run={run} />}
          {may.finish && <Finish run={run} />}
          {may.edit && <Button onClick={() => onOpen('edit')}>Edit</Button>}
          {may.endNow && (
            <Button variant="danger" onClick={() => onOpen('end')}>
              End account now
            </Button>
          )}
          {may.cancel && (
            <Button variant="ghost" onClick={() => onOpen('cancel')}>
              {`Cancel ${runNames[kind].toLowerCase()}`}
            </Button>
          )}
        </span>
      </div>
      {kind === 'offboarding' && endedAt && !outcome && (handover ?? 0) > 0 && (
        <Notice
          tone="warning"
          title={
            handover === 1 ? '1 thing is not handed over' : `${handover} things are not handed over`
          }
        >
          The account has ended. Hand them over so that no one waits for an answer.
        </Notice>
      )}
    </div>
  );
}

function Items({ run, onOpen }: PartProps) {
  const { items, done, total, may } = run;
  const remove = useRecordChange({
    save: ({ id, version }: RunItem) =>
      call(removeItem, { params: { itemId: id }, query: { version } }),
    recordKey: queryKeyFor(getRun, { params: { runId: run.id } }),
    queries,
    failure: 'Couldn’t remove task',
  });
  return (
    <RecordSection label="Tasks" aside={total > 0 && `${done} of ${total} done`}>
      {items.length === 0 ? (
        <EmptyState
          title="No tasks yet"
          description="Add what is to do, who does it and by when."
        />
      ) : (
        <ul className="-mt-3 flex flex-col">
          {items.map((item) => (
            <ItemRow
              key={item.id}
              item={item}
              onEdit={() => onOpen(item)}
              onRemove={() => remove.mutate(item)}
            />
          ))}
        </ul>
      )}
      {may.edit && (
        <Button variant="ghost" className="mt-2 -ml-3.5" onClick={() => onOpen('add')}>
          <Plus aria-hidden="true" />
          Add task
        </Button>
      )}
    </RecordSection>
  );
}

function Facts({ run }: { run: Run }) {
  const { kind, employee, jobTitle, store, department, manager, day, endTime, endsAt, hr, note } =
    run;
  const name =
    employee.id === null ? (
      'No account yet'
    ) : (
      <Link href={`/people?employee=${employee.id}`}>{employee.name}</Link>
    );
  const rows: FactRow[] = [
    ['Employee', name],
    ['Job title', jobTitle],
    ['Store', store ? storeNames[store] : 'Whole group'],
    ['Department', department && departmentNames[department]],
    ['Manager', manager?.name],
    [dayNames[kind], calendarDay(day)],
  ];
  if (kind === 'offboarding') {
    rows.push(['Account ends', endTime && endsAt ? clockTime(endsAt) : 'At the end of the day']);
    if (hr) {
      rows.push(['Reason', hr.reason && reasonNames[hr.reason]]);
      rows.push(['May be rehired', hr.mayReturn === null ? null : hr.mayReturn ? 'Yes' : 'No']);
    }
  }
  if (note) rows.push(['Note', note]);
  return (
    <RecordSection label="Details">
      <FactList rows={rows} />
      {hr && kind === 'offboarding' && (
        <p className="mt-3 text-xs text-muted">
          Only HR sees the reason and whether they may be rehired.
        </p>
      )}
    </RecordSection>
  );
}

function Equipment({ run }: { run: Run }) {
  return (
    <RecordSection label="Equipment" aside={`${run.equipment.length} out`}>
      <ul className="flex flex-col gap-1.5 text-sm">
        {run.equipment.map(({ id, name, serial }) => (
          <li key={id} className="flex items-center gap-2">
            <KeyRound aria-hidden="true" className="size-3.5 shrink-0 text-muted" />
            <span className="min-w-0 wrap-anywhere">{serial ? `${name}, ${serial}` : name}</span>
          </li>
        ))}
      </ul>
      {run.employee.id !== null && (
        <Link href={`/people?employee=${run.employee.id}`} className="mt-2 inline-block text-sm">
          Issue or take back on their page
        </Link>
      )}
    </RecordSection>
  );
}

function Comment({ run }: { run: Run }) {
  const client = useQueryClient();
  const { mutateAsync } = useMutation({
    mutationFn: (body: { clientId: string; text: string }) =>
      call(addComment, { params: { runId: run.id }, body }),
    onSuccess: (saved) =>
      client.setQueryData(queryKeyFor(getRun, { params: { runId: run.id } }), saved),
  });
  return <CommentForm onSend={mutateAsync} />;
}

/** Asks for a reason only where the server does: something is still out. */
function Finish({ run }: { run: Run }) {
  const client = useQueryClient();
  const [question, setQuestion] = useState<string | null>(null);
  const { mutate, isPending } = useMutation({
    mutationFn: (reason: string | null) =>
      call(finishRun, { params: { runId: run.id }, body: { version: run.version, reason } }),
    onSuccess: (saved) =>
      client.setQueryData(queryKeyFor(getRun, { params: { runId: run.id } }), saved),
    onError: (error) => {
      if (error instanceof ApiError && error.code === 'confirmation_required') {
        setQuestion(sentenceOf(error));
        return;
      }
      toastFailure(error, 'Couldn’t finish list');
    },
    onSettled: () => refreshRecords(client, queries),
  });
  return (
    <>
      <Button
        variant={run.handover ? 'secondary' : 'primary'}
        pending={isPending}
        onClick={() => mutate(null)}
      >
        Finish
      </Button>
      {question && (
        <ReasonDialog
          title={question}
          verb="Finish"
          maxLength={500}
          pending={isPending}
          onClose={() => setQuestion(null)}
          onSubmit={(reason) => mutate(reason)}
        />
      )}
    </>
  );
}

function Cancel({ run, onClose }: { run: Run; onClose: () => void }) {
  const cancel = useRecordChange({
    save: (reason: string) =>
      call(cancelRun, { params: { runId: run.id }, body: { version: run.version, reason } }),
    recordKey: queryKeyFor(getRun, { params: { runId: run.id } }),
    queries,
    failure: 'Couldn’t cancel list',
    onSettled: onClose,
  });
  const what = runNames[run.kind].toLowerCase();
  return (
    <ReasonDialog
      title={`Cancel ${what} of ${run.employee.name}`}
      verb={`Cancel ${what}`}
      maxLength={500}
      pending={cancel.isPending}
      onClose={onClose}
      onSubmit={(reason) => cancel.mutate(reason)}
    />
  );
}

/** A new account starts with the first day, or waits for someone who enables it. */
function AccountStart({ run }: { run: Run }) {
  const isPlanned = run.startsAt !== null;
  const plan = useRecordChange({
    save: () =>
      call(setAccountStart, {
        params: { runId: run.id },
        body: { version: run.version, isPlanned: !isPlanned },
      }),
    recordKey: queryKeyFor(getRun, { params: { runId: run.id } }),
    queries,
    failure: isPlanned ? 'Couldn’t cancel account start' : 'Couldn’t plan account start',
  });
  return (
    <Button pending={plan.isPending} onClick={() => plan.mutate(undefined)}>
      {isPlanned ? 'Cancel account start' : 'Start account on first day'}
    </Button>
  );
}

function EndNow({ run, isOpen, onClose }: { run: Run; isOpen: boolean; onClose: () => void }) {
  const end = useRecordChange({
    save: () => call(endAccountNow, { params: { runId: run.id } }),
    recordKey: queryKeyFor(getRun, { params: { runId: run.id } }),
    queries,
    failure: 'Couldn’t end account',
    onSettled: onClose,
  });
  return (
    <ConfirmDialog
      open={isOpen}
      onOpenChange={(next) => next || onClose()}
      title={`End the account of ${run.employee.name} now?`}
      description="They are signed out everywhere at once and can’t sign in again. Only an administrator can enable the account again."
      confirmLabel="End account"
      danger
      pending={end.isPending}
      onConfirm={() => end.mutate(undefined)}
    />
  );
}
