import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Checkbox } from '../../../../platform/web/ui/Checkbox.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import type { Description } from '../../contract/report.ts';
import { saveView, type View } from '../../contract/views.ts';
import type { PartialQuery } from '../state/address.ts';
import { queryLabel } from '../state/labels.ts';
import { useRefreshViews } from '../state/useViews.ts';

interface Props {
  description: Description;
  reportQuery: PartialQuery;
  /** The schedule dialog opens next. */
  isForMail: boolean;
  onClose: () => void;
  onSaved: (view: View) => void;
}

export default function SaveDialog({
  description,
  reportQuery,
  isForMail,
  onClose,
  onSaved,
}: Props) {
  const formId = useId();
  const [clientId] = useState(() => crypto.randomUUID());
  const [name, setName] = useState('');
  const [isShared, setShared] = useState(false);
  const [isEmpty, setEmpty] = useState(false);
  const refresh = useRefreshViews();
  const { mutate, isPending, error } = useMutation({
    mutationFn: () =>
      call(saveView, {
        body: {
          clientId,
          name: name.trim(),
          report: description.id,
          question: reportQuery,
          isShared,
        },
      }),
    onSuccess: async (view) => {
      await refresh();
      onSaved(view);
    },
  });
  const nameError = error instanceof ApiError ? error.fields?.name : undefined;
  const save = (event: FormEvent) => {
    event.preventDefault();
    setEmpty(name.trim() === '');
    if (name.trim() !== '' && !isPending) mutate();
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      size="sm"
      title={isForMail ? 'Save view to schedule it' : 'Save view'}
      description={`${description.title} · ${queryLabel(reportQuery, description)}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} pending={isPending}>
            {isForMail ? 'Save and schedule' : 'Save view'}
          </Button>
        </>
      }
    >
      <form id={formId} onSubmit={save} noValidate className="flex flex-col gap-4">
        {error && !nameError && (
          <Notice tone="danger" live>
            {sentenceOf(error)}
          </Notice>
        )}
        <TextField
          label="Name"
          required
          maxLength={60}
          autoComplete="off"
          value={name}
          error={isEmpty && name.trim() === '' ? 'Enter a name.' : nameError}
          onChange={({ target }) => setName(target.value)}
        />
        <Checkbox
          label="Share this view"
          hint="Everyone who can read this report sees it, with figures for their own stores."
          checked={isShared}
          onCheckedChange={setShared}
        />
      </form>
    </Dialog>
  );
}
