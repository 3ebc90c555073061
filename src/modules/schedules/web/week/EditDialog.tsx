import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../../platform/web/ui/FormDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { removeShift, type Shift, saveShift } from '../../contract/shift.ts';
import type { Week } from '../../contract/week.ts';
import { placeText, shiftText, warningNames } from '../state/labels.ts';
import { toBody, valuesOf } from '../state/shiftForm.ts';
import { useRefresh } from '../state/useSchedules.ts';
import { ShiftFields } from './ShiftFields.tsx';

interface Props {
  week: Week;
  shift: Shift;
  onDuplicate: () => void;
  onClose: () => void;
}

/** A shift with all its fields; others are only shown to those who do not plan the schedule. */
export default function EditDialog({ week, shift, onDuplicate, onClose }: Props) {
  const { shiftId, isPublished } = shift;
  // What the form started from: someone else’s change is refused, and what was typed stays.
  const [{ version }] = useState(shift);
  const refresh = useRefresh();
  const [isRemoving, setRemoving] = useState(false);
  const form = useDialogForm({
    userId: String(shift.person.id),
    date: shift.date,
    ...valuesOf(shift),
  });
  const settle = { onSuccess: onClose, onError: form.refuse, onSettled: refresh };
  const save = useMutation({
    mutationFn: () => {
      const { userId, date, ...facts } = form.values;
      const body = { version, userId: Number(userId), date, ...toBody(facts) };
      return call(saveShift, { params: { shiftId }, body });
    },
    ...settle,
  });
  const remove = useMutation({
    mutationFn: () => call(removeShift, { params: { shiftId }, query: { version } }),
    ...settle,
    onSettled: () => {
      setRemoving(false);
      return refresh();
    },
  });
  const submit = () => {
    const problems = {
      date: form.values.date ? undefined : 'Choose a day',
      start: form.values.start ? undefined : 'Enter a time',
      end: form.values.end ? undefined : 'Enter a time',
    };
    if (form.check(problems)) save.mutate();
  };
  const mayEdit = week.may.edit && Date.parse(shift.endAt) > Date.parse(week.serverTime);
  const people = [...week.people, ...week.others];
  const warnings = week.warnings.filter((warning) => warning.shiftId === shiftId);
  return (
    <FormDialog
      title={isPublished ? 'Shift' : 'Draft shift'}
      description={describe(shift, mayEdit)}
      verb="Save"
      pending={save.isPending}
      isReadOnly={!mayEdit}
      isDisabled={remove.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      actions={
        mayEdit && (
          <span className="mr-auto flex gap-2">
            <Button variant="ghost" onClick={() => setRemoving(true)}>
              Remove
            </Button>
            <Button variant="ghost" onClick={onDuplicate}>
              Duplicate
            </Button>
          </span>
        )
      }
      onClose={onClose}
      onSubmit={submit}
    >
      {warnings.length > 0 && (
        <Notice tone="warning">
          {warnings.map(({ kind }) => (
            <p key={kind}>{warningNames[kind]}</p>
          ))}
        </Notice>
      )}
      {mayEdit ? (
        <>
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SelectField
              label="Employee"
              options={people.map(({ id, name }) => ({ value: String(id), label: name }))}
              value={form.values.userId}
              error={form.errors.userId}
              onChange={({ target }) => form.set('userId', target.value)}
            />
            <TextField
              label="Day"
              type="date"
              required
              min={week.today}
              value={form.values.date}
              error={form.errors.date}
              onChange={({ target }) => form.set('date', target.value)}
            />
          </div>
          <ShiftFields
            values={form.values}
            errors={form.errors}
            onChange={(name, value) => form.set(name, value)}
          />
        </>
      ) : (
        <p className="text-base text-text">
          {[shift.role, shift.note].filter(Boolean).join(' · ') || 'No role or note.'}
        </p>
      )}
      <ConfirmDialog
        open={isRemoving}
        onOpenChange={setRemoving}
        title={`Remove ${shift.person.name}’s shift?`}
        description={
          isPublished
            ? `${shiftText(shift)}. ${shift.person.name} will be notified.`
            : `${shiftText(shift)}. It is a draft, so no one is notified.`
        }
        confirmLabel="Remove shift"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </FormDialog>
  );
}

function describe(shift: Shift, mayEdit: boolean): string {
  const what = `${shift.person.name}, ${shiftText(shift)}, ${placeText(shift)}.`;
  if (!mayEdit || !shift.isPublished) return what;
  return `${what} Changes notify ${shift.person.name}.`;
}
