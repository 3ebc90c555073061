import { call } from '../../../../../platform/web/api/call.ts';
import { RecordSheet } from '../../../../../platform/web/forms/RecordSheet.tsx';
import {
  checkedBy,
  type Errors,
  useRecordForm,
} from '../../../../../platform/web/forms/useRecordForm.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { type Schedule, scheduleView, type View } from '../../../contract/views.ts';
import { momentOf } from '../../state/spans.ts';
import { useZone } from '../../state/useReports.ts';
import {
  type Person,
  useLatestView,
  useRefreshViews,
  useSend,
  useViewAction,
} from '../../state/useViews.ts';
import { PeopleField } from './PeopleField.tsx';
import { TimingFields } from './TimingFields.tsx';
import { fieldNames, scheduleOf, startOf, type Values } from './values.ts';

interface Props {
  view: View;
  me: Person;
  onClose: () => void;
}

export default function ScheduleDialog({ view, me, onClose }: Props) {
  const send = useSend(view);
  const zone = useZone();
  const refresh = useRefreshViews();
  const getLatest = useLatestView();
  const save = (schedule: Schedule | null, version: number) =>
    call(scheduleView, { params: { viewId: view.id }, body: { schedule, version } });
  const onSaved = async ({ schedule }: View) => {
    await refresh();
    toast({
      title: 'Schedule saved',
      description: schedule && zone ? `Next email: ${momentOf(schedule.nextAt, zone)}.` : undefined,
    });
    onClose();
  };
  const form = useRecordForm<Values, View>({
    noun: 'view',
    record: view,
    emptyValues: () => startOf(view, me),
    valuesOf: (record) => startOf(record, me),
    resolver: checkedBy(
      ({ people }): Errors =>
        people.length === 0 ? { people: 'Choose at least one person.' } : {},
    ),
    save: (values, { version }) => save(scheduleOf(values), version),
    getLatest,
    fieldNames,
    onSaved,
  });
  const stopping = useViewAction<void>({
    run: () => save(null, form.version),
    done: 'Emails stopped',
    failed: 'Couldn’t stop emails',
  });
  return (
    <RecordSheet
      form={form}
      size="md"
      className="gap-4"
      title={`Schedule “${view.name}”`}
      description="Each recipient gets only the figures they have access to."
      saveLabel="Save schedule"
      isBusy={stopping.isPending}
      actions={
        <span className="mr-auto flex gap-2 max-sm:w-full">
          <Button pending={send.isPending} onClick={() => send.mutate()}>
            Send to me now
          </Button>
          {view.schedule && (
            <Button
              variant="ghost"
              disabled={form.isPending}
              pending={stopping.isPending}
              onClick={() => stopping.mutate(undefined, { onSuccess: onClose })}
            >
              Stop emails
            </Button>
          )}
        </span>
      }
      onClose={onClose}
    >
      {view.schedule && zone && (
        <p className="text-sm text-muted">
          {`Next email: ${momentOf(view.schedule.nextAt, zone)}. `}
          {view.schedule.lastSentAt
            ? `Last sent: ${momentOf(view.schedule.lastSentAt, zone)}.`
            : 'Not sent yet.'}
        </p>
      )}
      <TimingFields values={form.values} onChange={form.change} />
      <PeopleField
        people={form.values.people}
        error={form.errorOf('people')}
        onChange={(people) => form.set('people', people)}
      />
    </RecordSheet>
  );
}
