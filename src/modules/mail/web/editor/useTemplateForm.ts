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
  subject,
  htmlTemplate,
  textTemplate,
  active,
});

/** Form state based on the loaded version; someone else's newer version is never overwritten unseen. */
export function useTemplateForm(template: EmailTemplate, onDirty: (isDirty: boolean) => void) {
  const client = useQueryClient();
  const [base, setBase] = useState(template);
  const [draft, setDraft] = useState(() => draftOf(template));
  const [errors, setErrors] = useState<Errors>({});
  const isDirty = !isSame(draft, draftOf(base));
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const load = (fresh: EmailTemplate) => {
    setBase(fresh);
    setDraft(draftOf(fresh));
    setErrors({});
    updateCache(client, fresh);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: () =>
      call(saveEmailTemplate, {
        params: { id: base.id },
        body: { ...draft, version: base.version },
      }),
    onSuccess: (saved) => {
      load(saved);
      toast({ title: 'Template saved', description: 'Changes apply from the next email on.' });
    },
    onError: (error) => {
      // The refetched list contains their version, which is offered.
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
    draft,
    errors,
    isDirty,
    isPending,
    load,
    version: base.version,
    change: (part: Partial<Draft>) => {
      setDraft((now) => ({ ...now, ...part }));
      setErrors({});
    },
    save: () => isDirty && !isPending && mutate(),
    /** Someone else's newer version. */
    newer: template.version > base.version ? template : undefined,
    /** Keeps the draft, based on theirs. */
    keepMine: () => setBase(template),
  };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;

function updateCache(client: ReturnType<typeof useQueryClient>, fresh: EmailTemplate): void {
  client.setQueryData<EmailTemplate[]>(queryKeyFor(listEmailTemplates), (templates) =>
    templates?.map((one) => (one.id === fresh.id ? fresh : one)),
  );
}

const isSame = (one: Draft, other: Draft) =>
  one.subject === other.subject &&
  one.htmlTemplate === other.htmlTemplate &&
  one.textTemplate === other.textTemplate &&
  one.active === other.active;
