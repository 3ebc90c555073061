import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { TextArea } from '../../../../platform/web/ui/TextArea.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { placeHold, type SubjectKind, subjectKinds } from '../../contract/holds.ts';
import { getRetention } from '../../contract.ts';
import { kindNames } from '../labels.ts';

const kinds = subjectKinds.map((value) => ({ value, label: kindNames[value] }));

interface Draft {
  clientId: string;
  matter: string;
  reason: string;
  kind: SubjectKind;
  /** One number per line. */
  numbers: string;
}

interface Props {
  onDirty: (isDirty: boolean) => void;
  onCancel: () => void;
  onPlaced: () => void;
}

/** Names a matter and its subjects. */
export function HoldForm({ onDirty, onCancel, onPlaced }: Props) {
  const element = useRef<HTMLFormElement>(null);
  const [draft, setDraft] = useState<Draft>(() => ({
    clientId: crypto.randomUUID(),
    matter: '',
    reason: '',
    kind: 'customer',
    numbers: '',
  }));
  const { mutate, isPending, error } = usePlaceHold(onPlaced);
  const fields = error instanceof ApiError ? error.fields : undefined;
  const isDirty = Boolean(draft.matter || draft.reason || draft.numbers);
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);
  // The first invalid field, so that the next key press corrects it.
  useEffect(() => {
    if (fields) element.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [fields]);
  const set = (change: Partial<Draft>) => setDraft({ ...draft, ...change });
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (!isPending) mutate(draft);
  };
  return (
    <form
      ref={element}
      aria-label="Place a hold"
      onSubmit={submit}
      noValidate
      className="flex flex-col gap-4 border-border not-last:border-b not-last:pb-5"
    >
      {error && !fields && (
        <Notice tone="danger" live>
          {sentenceOf(error, 'Couldn’t place hold')}
        </Notice>
      )}
      <TextField
        label="Matter"
        required
        autoFocus
        maxLength={200}
        error={fields?.matter}
        value={draft.matter}
        onChange={({ target }) => set({ matter: target.value })}
      />
      <TextArea
        label="Reason"
        required
        rows={2}
        maxLength={1000}
        error={fields?.reason}
        value={draft.reason}
        onChange={({ target }) => set({ reason: target.value })}
      />
      <div className="grid gap-4 sm:grid-cols-[14rem_minmax(0,1fr)]">
        <SelectField
          label="Keep everything about"
          options={kinds}
          value={draft.kind}
          onChange={({ target }) => set({ kind: target.value as SubjectKind })}
        />
        <TextArea
          label="Numbers"
          required
          rows={1}
          hint="One per line, at most 50."
          error={errorOfNumbers(fields)}
          value={draft.numbers}
          onChange={({ target }) => set({ numbers: target.value })}
        />
      </div>
      <div className="flex justify-end gap-2">
        <Button onClick={onCancel}>Cancel</Button>
        <Button type="submit" variant="primary" pending={isPending} pendingLabel="Placing…">
          Place hold
        </Button>
      </div>
    </form>
  );
}

function errorOfNumbers(fields: Record<string, string> | undefined): string | undefined {
  const wrong = Object.keys(fields ?? {}).find((name) => name.startsWith('subjects'));
  if (!wrong) return undefined;
  return wrong === 'subjects' ? 'Enter at least one and at most 50' : fields?.[wrong];
}

function usePlaceHold(onPlaced: () => void) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ kind, numbers, ...fields }: Draft) => {
      const named = numbers.split('\n').filter((line) => line.trim() !== '');
      const subjects = named.map((number) => ({ kind, number }));
      return call(placeHold, { body: { ...fields, subjects } });
    },
    onSuccess: onPlaced,
    onSettled: () => client.invalidateQueries({ queryKey: queryKeyFor(getRetention) }),
  });
}
