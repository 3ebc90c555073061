import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { sentenceOf } from '../../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { type Schedule, scheduleView, type View } from '../../../contract/views.ts';
import { momentOf } from '../../state/spans.ts';
import { useZone } from '../../state/useReports.ts';
import { type Person, useRefreshViews, useSend } from '../../state/useViews.ts';
import { PeopleField } from './PeopleField.tsx';
import { TimingFields } from './TimingFields.tsx';
import { scheduleOf, startOf } from './values.ts';

interface Props {
  view: View;
  me: Person;
  onClose: () => void;
}

export default function ScheduleDialog({ view, me, onClose }: Props) {
  const formId = useId();
  const [values, setValues] = useState(() => startOf(view, me));
  const [isDirty, setDirty] = useState(false);
  const [isSubmitted, setSubmitted] = useState(false);
  const change = (changed: Partial<typeof values>) => {
    setValues((now) => ({ ...now, ...changed }));
    setDirty(true);
  };
  const guard = useLeaveGuard(isDirty, onClose);
  const send = useSend(view);
  const zone = useZone();
  const saving = useSaveSchedule(view, onClose);
  const save = (event: FormEvent) => {
    event.preventDefault();
    setSubmitted(true);
    if (values.people.length > 0 && !saving.isPending) saving.mutate(scheduleOf(values));
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && guard.leave()}
      title={`Schedule “${view.name}”`}
      description="Each recipient gets only the figures they have access to."
      dismissable={!isDirty}
      footer={
        <>
          <span className="mr-auto flex gap-2">
            <Button pending={send.isPending} onClick={() => send.mutate()}>
              Send to me now
            </Button>
            {view.schedule && (
              <Button variant="ghost" onClick={() => saving.mutate(null)}>
                Stop emails
              </Button>
            )}
          </span>
          <Button variant="primary" type="submit" form={formId} pending={saving.isPending}>
            Save schedule
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="flex flex-col gap-4">
        {saving.error && (
          <Notice tone="danger" live>
            {sentenceOf(saving.error)}
          </Notice>
        )}
        {view.schedule && zone && (
          <p className="text-sm text-muted">
            {`Next email: ${momentOf(view.schedule.nextAt, zone)}. `}
            {view.schedule.lastSentAt
              ? `Last sent: ${momentOf(view.schedule.lastSentAt, zone)}.`
              : 'Not sent yet.'}
          </p>
        )}
        <TimingFields values={values} onChange={change} />
        <PeopleField
          people={values.people}
          error={
            isSubmitted && values.people.length === 0 ? 'Choose at least one person.' : undefined
          }
          onChange={(people) => change({ people })}
        />
      </form>
      {guard.dialog}
    </Dialog>
  );
}

function useSaveSchedule(view: View, onClose: () => void) {
  const refresh = useRefreshViews();
  const zone = useZone();
  return useMutation({
    mutationFn: (schedule: Schedule | null) =>
      call(scheduleView, {
        params: { viewId: view.id },
        body: { schedule, version: view.version },
      }),
    onSuccess: async ({ schedule }) => {
      await refresh();
      toast({
        title: schedule ? 'Schedule saved' : 'Emails stopped',
        description:
          schedule && zone ? `Next email: ${momentOf(schedule.nextAt, zone)}.` : undefined,
      });
      onClose();
    },
    onError: refresh,
  });
}
