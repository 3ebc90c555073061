import { useQuery } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useId, useState } from 'react';
import { ApiError } from '../../../../platform/web/api/ApiError.ts';
import { call } from '../../../../platform/web/api/call.ts';
import { ConflictNotice } from '../../../../platform/web/forms/ConflictNotice.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Tab, TabList, TabPanel, Tabs } from '../../../../platform/web/ui/Tabs.tsx';
import { type EmailTemplate, type Preview, previewEmailTemplate } from '../../contract.ts';
import TestEmailDialog from '../testing/TestEmailDialog.tsx';
import { TemplateFields } from './fields/TemplateFields.tsx';
import { PreviewPane } from './preview/PreviewPane.tsx';
import { VersionsPane } from './preview/VersionsPane.tsx';
import { type Draft, type Errors, useTemplateForm } from './useTemplateForm.ts';

interface Props {
  template: EmailTemplate;
  onDirty: (isDirty: boolean) => void;
  onClose: () => void;
}

/** One template: form on the left, preview and versions on the right. */
export function TemplateEditor({ template, onDirty, onClose }: Props) {
  const formId = useId();
  const form = useTemplateForm(template, onDirty);
  const preview = usePreview(template.id, form.draft);
  const [isTesting, setTesting] = useState(false);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    form.save();
  };
  return (
    <section aria-label={template.name} className="flex min-w-0 flex-col gap-4">
      <p className="text-sm text-pretty text-muted">{template.description}</p>
      {!template.canEdit && (
        <Notice tone="locked">Only administrators can change security emails.</Notice>
      )}
      {template.notSent && (
        <Notice tone="warning" title="The original text is sent instead">
          {template.notSent}
        </Notice>
      )}
      {form.conflict && <ConflictNotice noun="template" conflict={form.conflict} />}
      <div className="grid gap-5 lg:grid-cols-2">
        <form id={formId} onSubmit={submit} noValidate className="min-w-0">
          <TemplateFields
            template={template}
            form={form}
            errors={{ ...preview.errors, ...form.errors }}
          />
        </form>
        <Tabs defaultValue="html" className="min-w-0 self-start lg:sticky lg:top-0">
          <TabList aria-label="Preview">
            <Tab value="html">Preview</Tab>
            <Tab value="text">Plain text</Tab>
            <Tab value="versions">Versions</Tab>
          </TabList>
          <TabPanel value="html">
            <PreviewPane preview={preview} as="html" />
          </TabPanel>
          <TabPanel value="text">
            <PreviewPane preview={preview} as="text" />
          </TabPanel>
          <TabPanel value="versions">
            <VersionsPane template={template} form={form} />
          </TabPanel>
        </Tabs>
      </div>
      <div className="sticky -bottom-5 z-10 -mb-5 flex flex-wrap justify-end gap-2 border-t border-border bg-raised py-3">
        <Button variant="ghost" className="mr-auto" onClick={() => setTesting(true)}>
          Send test
        </Button>
        <Button onClick={onClose}>Close</Button>
        {template.canEdit && (
          <Button
            type="submit"
            form={formId}
            variant="primary"
            disabled={!form.isDirty}
            pending={form.isPending}
            pendingLabel="Saving…"
          >
            Save template
          </Button>
        )}
      </div>
      <TestEmailDialog open={isTesting} onClose={() => setTesting(false)} template={template} />
    </section>
  );
}

const debounceMs = 300;

/** The server's preview of a draft, debounced; the last valid one stays meanwhile. */
function usePreview(id: string, { subject, htmlTemplate, textTemplate }: Draft) {
  const body = useSettledDraft(subject, htmlTemplate, textTemplate);
  const { data, error, refetch } = useQuery({
    queryKey: ['api', 'email-templates', id, 'preview', body],
    queryFn: ({ signal }) => call(previewEmailTemplate, { params: { id }, body }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const [last, setLast] = useState<Preview>();
  if (data && data !== last) setLast(data);
  const errors: Errors = error instanceof ApiError ? (error.fields ?? {}) : {};
  const hasProblem = Object.keys(errors).length > 0;
  return { shown: data ?? last, errors, failure: hasProblem ? null : error, refetch };
}

function useSettledDraft(subject: string, htmlTemplate: string, textTemplate: string) {
  const [settled, setSettled] = useState({ subject, htmlTemplate, textTemplate });
  useEffect(() => {
    const timer = setTimeout(() => setSettled({ subject, htmlTemplate, textTemplate }), debounceMs);
    return () => clearTimeout(timer);
  }, [subject, htmlTemplate, textTemplate]);
  return settled;
}
