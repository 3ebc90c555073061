import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { v7 as uuid } from 'uuid';
import { calendarDay } from '../../../../platform/contract/calendar.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { hoursText } from '../../contract/balances.ts';
import {
  addRequest,
  getPreview,
  type Portion,
  type Preview,
  portions,
  type Request,
} from '../../contract/requests.ts';
import type { Kind } from '../../contract.ts';
import { AwayList } from '../parts/AwayList.tsx';
import {
  minuteOfTime,
  minutesOf,
  portionNames,
  timeOfMinute,
  typedHours,
} from '../state/labels.ts';
import { useKindsInUse, useRefresh } from '../state/useTimeOff.ts';

interface Props {
  /** For whom, if it is not for oneself. */
  person?: { id: number; name: string } | undefined;
  /** Asks for other days in place of this one. */
  replaced?: Request | undefined;
  kindId?: number | undefined;
  today: string;
  onClose: () => void;
}

interface Values {
  kindId: string;
  startsOn: string;
  endsOn: string;
  portion: Portion;
  /** As typed, of `hours`. */
  fromMinute: string;
  minutes: string;
  reason: string;
}

function valuesOf({ replaced, kindId, today }: Props, kinds: readonly Kind[]): Values {
  if (!replaced) {
    return {
      kindId: String(kindId ?? kinds[0]?.id ?? ''),
      startsOn: today,
      endsOn: today,
      portion: 'full',
      fromMinute: '09:00',
      minutes: '2',
      reason: '',
    };
  }
  const isHours = replaced.portion === 'hours';
  return {
    kindId: String(replaced.kindId),
    startsOn: replaced.startsOn,
    endsOn: replaced.endsOn,
    portion: replaced.portion,
    fromMinute: isHours ? timeOfMinute(replaced.fromMinute) : '09:00',
    minutes: isHours ? typedHours(replaced.minutes) : '2',
    reason: replaced.reason ?? '',
  };
}

/** Requests time off, or records it for someone; what it takes is shown as it is typed. */
export default function RequestDialog(props: Props) {
  const { person, replaced, onClose } = props;
  const kinds = useKindsInUse();
  const form = useDialogForm(valuesOf(props, kinds));
  const { values, errors } = form;
  const kind = kinds.find(({ id }) => String(id) === values.kindId);
  const isPart = values.portion !== 'full';
  const endsOn = isPart ? values.startsOn : values.endsOn;
  const minutes = minutesOf(values.minutes);
  const fromMinute = minuteOfTime(values.fromMinute);
  const requested = {
    kindId: kind?.id ?? 0,
    startsOn: values.startsOn,
    endsOn,
    portion: values.portion,
    ...(values.portion === 'hours' && { fromMinute, minutes: minutes ?? undefined }),
    ...(person && { userId: person.id }),
    ...(replaced && { replacesId: replaced.id }),
  };
  const isComplete =
    kind !== undefined &&
    values.startsOn !== '' &&
    endsOn !== '' &&
    (values.portion !== 'hours' || (fromMinute !== undefined && !!minutes && minutes >= 15));
  const preview = useQuery({
    ...queryOptionsFor(getPreview, { query: requested }),
    enabled: isComplete,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
  const refresh = useRefresh();
  // One id for the dialog, so that a repeat on a bad connection requests once.
  const [clientId] = useState(() => uuid());
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(addRequest, { body: { ...requested, clientId, reason: values.reason.trim() } }),
    onSuccess: ({ state }) => {
      toast({
        title: person
          ? 'Time off recorded'
          : state === 'approved'
            ? 'Time off added'
            : 'Request sent',
      });
      onClose();
    },
    onError: form.refuse,
    onSettled: refresh,
  });
  const submit = () => {
    const isFine = form.check({
      kindId: !kind && 'Choose a kind',
      startsOn: values.startsOn === '' && 'Choose a day',
      endsOn: !isPart && values.endsOn === '' && 'Choose a day',
      fromMinute: values.portion === 'hours' && fromMinute === undefined && 'Choose a time',
      minutes:
        values.portion === 'hours' &&
        (!minutes || minutes < 15) &&
        'Enter hours, such as 2 or 2:30',
    });
    if (isFine) mutate();
  };
  const isImmediate = preview.data?.isImmediate ?? false;
  return (
    <FormDialog
      title={
        replaced
          ? 'Change time off'
          : person
            ? `Record time off for ${person.name}`
            : 'Request time off'
      }
      verb={person ? 'Record time off' : isImmediate ? 'Add time off' : 'Send request'}
      pending={isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      onClose={onClose}
      onSubmit={submit}
    >
      <SelectField
        label="Kind"
        required
        options={kinds.map(({ id, name }) => ({ value: String(id), label: name }))}
        value={values.kindId}
        error={errors.kindId}
        onChange={({ target }) => form.set('kindId', target.value)}
      />
      <SelectField
        label="How long"
        options={portions.map((value) => ({ value, label: portionNames[value] }))}
        value={values.portion}
        onChange={({ target }) => form.set('portion', target.value as Portion)}
      />
      <div className="grid grid-cols-2 gap-4">
        <TextField
          label={isPart ? 'Day' : 'First day'}
          type="date"
          required
          className={isPart ? 'col-span-2' : undefined}
          value={values.startsOn}
          error={errors.startsOn ?? (isPart ? errors.endsOn : undefined)}
          onChange={({ target: { value } }) => {
            form.set('startsOn', value);
            if (values.endsOn < value) form.set('endsOn', value);
          }}
        />
        {!isPart && (
          <TextField
            label="Last day"
            type="date"
            required
            min={values.startsOn}
            value={values.endsOn}
            error={errors.endsOn}
            onChange={({ target }) => form.set('endsOn', target.value)}
          />
        )}
        {values.portion === 'hours' && (
          <>
            <TextField
              label="From"
              type="time"
              required
              value={values.fromMinute}
              error={errors.fromMinute}
              onChange={({ target }) => form.set('fromMinute', target.value)}
            />
            <TextField
              label="Hours"
              required
              inputMode="decimal"
              value={values.minutes}
              error={errors.minutes}
              onChange={({ target }) => form.set('minutes', target.value)}
            />
          </>
        )}
      </div>
      {isComplete && (
        <PreviewBox
          preview={preview.data}
          error={preview.error}
          isStale={preview.isPlaceholderData}
        />
      )}
      <TextArea
        label="Reason"
        rows={2}
        maxLength={500}
        hint={
          kind?.hidesReason
            ? person
              ? 'Only they and HR read it.'
              : 'Only HR reads it.'
            : person
              ? 'Their managers and HR read it. Colleagues only see that they’re away.'
              : 'Your managers and HR read it. Colleagues only see that you’re away.'
        }
        value={values.reason}
        onChange={({ target }) => form.set('reason', target.value)}
      />
    </FormDialog>
  );
}

interface PreviewProps {
  preview: Preview | undefined;
  error: unknown;
  isStale: boolean;
}

/** What the request takes and what remains, while it is typed. */
function PreviewBox({ preview, error, isStale }: PreviewProps) {
  if (error) return <Notice tone="danger">{sentenceOf(error)}</Notice>;
  if (!preview) return <Skeleton className="h-20" />;
  const { minutes, days, holidays, availableMinutes, remainingMinutes } = preview;
  return (
    <div aria-live="polite" aria-busy={isStale} className="flex flex-col gap-2">
      <dl className="grid grid-cols-3 gap-4 rounded-md bg-sunken px-3 py-2.5 text-sm tabular-nums">
        <Figure name="This takes" value={hoursText(minutes)} note={daysText(days.length)} />
        <Figure
          name="Available"
          value={availableMinutes === null ? 'No balance' : hoursText(availableMinutes)}
          note="on the first day"
        />
        <Figure
          name="Left after"
          value={remainingMinutes === null ? '–' : hoursText(remainingMinutes)}
          note="with all requests"
        />
      </dl>
      {holidays.length > 0 && (
        <p className="text-sm text-muted">
          {`Not counted: ${holidays.map(({ name, day }) => `${name} (${calendarDay(day)})`).join(', ')}.`}
        </p>
      )}
      {preview.problem && <Notice tone="danger">{preview.problem}</Notice>}
      {preview.warnings.map((warning) => (
        <Notice key={warning} tone="warning">
          {warning}
        </Notice>
      ))}
      <AwayList away={preview.away} />
    </div>
  );
}

const daysText = (count: number) => (count === 1 ? '1 working day' : `${count} working days`);

function Figure({ name, value, note }: { name: string; value: string; note: string }) {
  return (
    <div className="min-w-0">
      <dt className="text-xs text-muted">{name}</dt>
      <dd className="font-medium text-text">
        {value}
        <span className="block text-xs font-normal text-muted">{note}</span>
      </dd>
    </div>
  );
}
