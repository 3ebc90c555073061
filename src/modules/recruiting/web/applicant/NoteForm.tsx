import { useMutation } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { useDialogForm } from '../../../../platform/web/forms/useDialogForm.ts';
import { usePageGuard } from '../../../../platform/web/forms/usePageGuard.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { addNote } from '../../contract.ts';
import { useShowSaved } from '../state/useRecruiting.ts';

/** Adds a note to the history. */
export function NoteForm({ applicantId }: { applicantId: number }) {
  const showSaved = useShowSaved();
  const form = useDialogForm({ text: '' });
  const guard = useLeaveGuard(form.isDirty, () => form.restart({ text: '' }));
  usePageGuard(form.isDirty, guard.leaveTo);
  const { mutate, isPending } = useMutation({
    mutationFn: (text: string) => call(addNote, { params: { applicantId }, body: { text } }),
    onSuccess: (saved) => {
      form.restart({ text: '' });
      showSaved(saved);
    },
    onError: form.refuse,
  });
  return (
    <form
      noValidate
      className="flex flex-col items-end gap-2"
      onSubmit={(event) => {
        event.preventDefault();
        const text = form.values.text.trim();
        if (!isPending && form.check({ text: !text && 'Enter a note' })) mutate(text);
      }}
    >
      {form.refusal && (
        <Notice tone="danger" live className="w-full">
          {form.refusal}
        </Notice>
      )}
      <TextArea
        label="Note"
        className="w-full"
        rows={2}
        maxLength={2_000}
        value={form.values.text}
        error={form.errors.text}
        onChange={(event) => form.set('text', event.target.value)}
      />
      <Button type="submit" size="sm" pending={isPending}>
        Add note
      </Button>
      {guard.dialog}
    </form>
  );
}
