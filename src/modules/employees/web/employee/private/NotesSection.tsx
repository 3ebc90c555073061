import { Check, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { calendarDay } from '../../../../../platform/contract/calendar.ts';
import { call } from '../../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../../platform/web/forms/useDialogForm.ts';
import { today } from '../../../../../platform/web/time/days.ts';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../../platform/web/ui/ConfirmDialog.tsx';
import { FormDialog } from '../../../../../platform/web/ui/FormDialog.tsx';
import { IconButton } from '../../../../../platform/web/ui/IconButton.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../../platform/web/ui/TextField.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import {
  acknowledgeNote,
  addPrivateNote,
  type NoteKind,
  noteKinds,
  type PrivateNote,
  removePrivateNote,
} from '../../../contract/private.ts';
import { noteNames, noteTones } from '../../state/labels.ts';
import { PrivateList } from './PrivateList.tsx';
import { type PrivateProps, usePrivateChange } from './usePrivateChange.ts';

/** Medical, discipline and praise notes; the employee acknowledges discipline. */
export function NotesSection({ file, part, onChange }: PrivateProps) {
  return (
    <PrivateList
      part={part}
      label="Notes"
      verb="Add note"
      none="No notes."
      lines={part.notes.map((note) => (
        <NoteLine key={note.id} note={note} file={file} part={part} onChange={onChange} />
      ))}
      dialog={(close) => <NoteDialog file={file} part={part} onChange={onChange} onClose={close} />}
    />
  );
}

function NoteLine({ note, file, onChange }: PrivateProps & { note: PrivateNote }) {
  const [isAsking, setAsking] = useState(false);
  const params = { employeeId: file.id, noteId: note.id };
  const failed = (title: string) => (error: unknown) => {
    setAsking(false);
    toastFailure(error, title);
  };
  const remove = usePrivateChange({
    save: () => call(removePrivateNote, { params }),
    onChange,
    onError: failed('Couldn’t remove the note'),
  });
  const acknowledge = usePrivateChange({
    save: () => call(acknowledgeNote, { params }),
    onChange,
    onError: failed('Couldn’t acknowledge the note'),
  });
  return (
    <li className="flex items-start justify-between gap-3 border-b border-border py-2.5 last:border-b-0">
      <div className="flex min-w-0 flex-col gap-1 text-sm">
        <span className="flex flex-wrap items-center gap-2">
          <Badge tone={noteTones[note.kind]}>{noteNames[note.kind]}</Badge>
          <time dateTime={note.onDate} className="text-muted tabular-nums">
            {calendarDay(note.onDate)}
          </time>
        </span>
        <p className="whitespace-pre-line wrap-anywhere text-text">{note.text}</p>
        <span className="text-xs text-muted">
          {`Written by ${note.writtenBy}, ${exactTime(note.writtenAt)}`}
          {note.acknowledgedAt && ` · acknowledged ${exactTime(note.acknowledgedAt)}`}
          {note.kind === 'discipline' && !note.acknowledgedAt && ' · not acknowledged'}
        </span>
        {note.may.acknowledge && (
          <div className="pt-1">
            <Button
              size="sm"
              variant="primary"
              pending={acknowledge.isPending}
              onClick={() => acknowledge.mutate()}
            >
              <Check aria-hidden="true" />
              Acknowledge
            </Button>
          </div>
        )}
      </div>
      {note.may.remove && (
        <IconButton
          label={`Remove note of ${calendarDay(note.onDate)}`}
          icon={Trash2}
          size="sm"
          onClick={() => setAsking(true)}
        />
      )}
      <ConfirmDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Remove this note?"
        description="Its text is erased; the removal stays in the activity log."
        confirmLabel="Remove note"
        danger
        pending={remove.isPending}
        onConfirm={() => remove.mutate()}
      />
    </li>
  );
}

const hints: Record<NoteKind, string> = {
  medical: 'The employee sees it, and HR with private access',
  discipline: 'The employee is notified and asked to acknowledge it',
  praise: 'The employee sees it in the private part of their own file',
};

function NoteDialog({ file, onChange, onClose }: PrivateProps & { onClose: () => void }) {
  // Repeats of one submit share it.
  const [clientId] = useState(() => crypto.randomUUID());
  const form = useDialogForm({ kind: 'praise' as NoteKind, onDate: today(), text: '' });
  const { kind, onDate, text } = form.values;
  const save = usePrivateChange({
    save: () =>
      call(addPrivateNote, {
        params: { employeeId: file.id },
        body: { clientId, kind, onDate, text: text.trim() },
      }),
    onChange: (next) => {
      onChange(next);
      onClose();
    },
    onError: form.refuse,
  });
  const submit = () => {
    const problems = {
      onDate: !onDate && 'Choose a day',
      text: !text.trim() && 'Enter the note',
    };
    if (form.check(problems)) save.mutate();
  };
  return (
    <FormDialog
      title="Add note"
      description={file.name}
      verb="Add note"
      pending={save.isPending}
      isDirty={form.isDirty}
      refusal={form.refusal}
      autoComplete="off"
      onClose={onClose}
      onSubmit={submit}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <SelectField
          label="Kind"
          options={noteKinds.map((value) => ({ value, label: noteNames[value] }))}
          value={kind}
          error={form.errors.kind}
          onChange={({ target }) => form.set('kind', target.value as NoteKind)}
        />
        <TextField
          label="Date"
          type="date"
          required
          max={today()}
          value={onDate}
          error={form.errors.onDate}
          onChange={({ target }) => form.set('onDate', target.value)}
        />
      </div>
      <TextArea
        label="Note"
        required
        rows={5}
        maxLength={5000}
        hint={hints[kind]}
        value={text}
        error={form.errors.text}
        onChange={({ target }) => form.set('text', target.value)}
      />
    </FormDialog>
  );
}
