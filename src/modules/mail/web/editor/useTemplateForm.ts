import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import type { Conflict } from '../../../../platform/web/forms/ConflictNotice.tsx';
import { changedFields, describeChanges, rebased } from '../../../../platform/web/forms/changes.ts';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import { type EmailTemplate, listEmailTemplates, saveEmailTemplate } from '../../contract.ts';

export interface Draft {
  subject: string;
  htmlTemplate: string;
  textTemplate: string;
  active: boolean;
}
export type Errors = Partial<Record<keyof Draft, string>>;

export const fieldNames = {
  subject: 'Subject',
  htmlTemplate: 'HTML',
  textTemplate: 'Plain text',
  active: 'Active',
};

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
  const isDirty = changedFields(draftOf(base), draft).length > 0;
  useEffect(() => onDirty(isDirty), [isDirty, onDirty]);

  const load = (fresh: EmailTemplate) => {
    setBase(fresh);
    setDraft(draftOf(fresh));
    setErrors({});
    updateCache(client, fresh);
  };
  const { mutate, isPending } = useMutation({
    mutationFn: (sent: Draft) =>
      call(saveEmailTemplate, {
        params: { id: base.id },
        body: { ...sent, version: base.version },
      }),
    onSuccess: (saved, sent) => {
      // What was typed meanwhile stays.
      setDraft((now) => rebased(now, sent, draftOf(saved)));
      setBase(saved);
      setErrors({});
      updateCache(client, saved);
      toast({ title: 'Template saved', description: 'Changes apply from the next email on.' });
    },
    onError: (error) => {
      // The refetched list contains their version, which is offered.
      if (error instanceof ApiError && error.status === 409) {
        return void client.invalidateQueries({ queryKey: queryKeyFor(listEmailTemplates) });
      }
      const fields = error instanceof ApiError ? error.fields : undefined;
      if (fields) return setErrors(fields);
      toastError(error, 'Failed to save email template');
    },
  });

  const conflictWith = (newer: EmailTemplate): Conflict => {
    const versions = { mine: draft, base: draftOf(base), theirs: draftOf(newer) };
    return {
      savedBy: newer.savedBy ?? 'Someone else',
      changes: describeChanges(versions, { fieldNames, valueTexts: { subject: String } }),
      load() {
        setDraft(rebased(draft, versions.base, versions.theirs));
        setBase(newer);
        setErrors({});
      },
      takeTheirs: () => load(newer),
    };
  };

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
    save: () => isDirty && !isPending && mutate(draft),
    /** Someone else's newer version. */
    conflict: template.version > base.version ? conflictWith(template) : undefined,
  };
}
export type TemplateForm = ReturnType<typeof useTemplateForm>;

function updateCache(client: ReturnType<typeof useQueryClient>, fresh: EmailTemplate): void {
  client.setQueryData<EmailTemplate[]>(queryKeyFor(listEmailTemplates), (templates) =>
    templates?.map((one) => (one.id === fresh.id ? fresh : one)),
  );
}
