import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError, sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { type EmailTemplate, listEmailTemplates, saveEmailTemplate } from '../../contract.ts';

export interface Draft {
  subject: string;
  htmlTemplate: string;
  textTemplate: string;
  active: boolean;
}
export type Errors = Partial<Record<keyof Draft, string>>;

export const draftOf = ({ subject, htmlTemplate, textTemplate, active }: EmailTemplate): Draft => ({
  ...{ subject, htmlTemplate, textTemplate, active },
});

/** A template being changed over the version that was loaded; a later one of somebody else is never lost. */
export function useTemplateForm(template: EmailTemplate, onDirty: (isDirty: boolean) => void) {
  const client = useQueryClient();
  const [held, hold] = useState(template);
  const [draft, setDraft] = useState(() => draftOf(template));
  const [errors, setErrors] = useState<Errors>({});
  const isDirty = !isSame(draft, draftOf(held));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const take = (fresh: EmailTemplate) => {
    hold(fresh);
    setDraft(draftOf(fresh));
    setErrors({});
    keep(client, fresh);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveEmailTemplate, {
        params: { id: held.id },
        body: { ...draft, version: held.version },
      }),
    onSuccess: (saved) => {
      take(saved);
      toast({ title: 'Template saved', description: 'It holds from the next mail on.' });
    },
    onError: (error) => {
      // Their version comes with the list, and is offered.
      if (error instanceof ApiError && error.status === 409) {
        return void client.invalidateQueries({ queryKey: queryKeyFor(listEmailTemplates) });
      }
      const fields = error instanceof ApiError ? error.fields : undefined;
      if (fields) return setErrors(fields);
      const description = sentenceOf(error, 'Failed to save email template');
      toast({ title: 'Error', description, variant: 'destructive' });
    },
  });

  return {
    ...{ draft, errors, isDirty, isPending, take, version: held.version },
    change: (part: Partial<Draft>) => {
      setDraft((now) => ({ ...now, ...part }));
      setErrors({});
    },
    save: () => isDirty && !isPending && mutate(),
    /** Somebody else's, saved meanwhile. */
    newer: template.version > held.version ? template : undefined,
    /** Goes on with what was typed, over theirs. */
    keepMine: () => hold(template),
  };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;

function keep(client: ReturnType<typeof useQueryClient>, fresh: EmailTemplate): void {
  client.setQueryData<EmailTemplate[]>(queryKeyFor(listEmailTemplates), (known) =>
    known?.map((one) => (one.id === fresh.id ? fresh : one)),
  );
}

const isSame = (one: Draft, other: Draft) =>
  one.subject === other.subject &&
  one.htmlTemplate === other.htmlTemplate &&
  one.textTemplate === other.textTemplate &&
  one.active === other.active;
