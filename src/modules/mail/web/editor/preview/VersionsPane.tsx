import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor, queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { exactTime } from '../../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { toast } from '../../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../../platform/web/ui/toastFailure.ts';
import {
  type EmailTemplate,
  listEmailTemplates,
  listTemplateVersions,
  restoreTemplateVersion,
  type TemplateVersion,
} from '../../../contract.ts';
import type { TemplateForm } from '../useTemplateForm.ts';

interface Props {
  template: EmailTemplate;
  form: TemplateForm;
}

/** The version history of a template, with restore. */
export function VersionsPane({ template, form }: Props) {
  const client = useQueryClient();
  const params = { id: template.id };
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listTemplateVersions, { params }),
    queryKey: [...queryKeyFor(listTemplateVersions, { params }), template.version],
  });
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (restore: number) =>
      call(restoreTemplateVersion, { params, body: { restore, version: form.version } }),
    onSuccess: (restored) => {
      form.load(restored);
      toast({ title: 'Version restored', description: 'The previous version is kept.' });
    },
    onError: (error) => {
      void client.invalidateQueries({ queryKey: queryKeyFor(listEmailTemplates) });
      toastError(error, 'Failed to save email template');
    },
  });
  if (error && !data) return <NotLoaded isInline what="versions" error={error} onRetry={refetch} />;
  if (!data) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-3">
      {form.isDirty && (
        <Notice
          action={
            <Button size="sm" onClick={() => form.load(template)}>
              Discard changes
            </Button>
          }
        >
          Save or discard your changes before you restore a version.
        </Notice>
      )}
      <ol className="divide-y divide-border">
        {data.map((version) => (
          <Version
            key={version.version}
            version={version}
            isCurrent={version.version === template.version}
            canRestore={template.canEdit}
            disabled={form.isDirty}
            pending={isPending && variables === version.version}
            onRestore={() => mutate(version.version)}
          />
        ))}
      </ol>
    </div>
  );
}

interface VersionProps {
  version: TemplateVersion;
  isCurrent: boolean;
  canRestore: boolean;
  disabled: boolean;
  pending: boolean;
  onRestore: () => void;
}

function Version(props: VersionProps) {
  const { version, isCurrent, canRestore, disabled, pending, onRestore } = props;
  const { savedAt, savedBy, subject, active } = version;
  return (
    <li className="flex flex-wrap items-start gap-3 py-2.5">
      <div className="min-w-0 flex-1">
        <p className="text-base font-medium wrap-anywhere">{subject}</p>
        <p className="text-xs text-muted">{whenOf(savedAt, savedBy)}</p>
        <details className="mt-1">
          <summary className="cursor-default text-xs text-muted">Show text</summary>
          <pre className="mt-1 max-h-60 overflow-y-auto rounded-md bg-sunken p-2 font-mono text-xs whitespace-pre-wrap wrap-anywhere">
            {version.textTemplate}
          </pre>
        </details>
      </div>
      {!active && <Badge tone="warning">Off</Badge>}
      {isCurrent ? (
        <Badge tone="success">Current</Badge>
      ) : (
        canRestore && (
          <Button size="sm" disabled={disabled} pending={pending} onClick={onRestore}>
            Restore
          </Button>
        )
      )}
    </li>
  );
}

function whenOf(savedAt: string | null, savedBy: string | null): string {
  if (!savedAt) return 'Original text';
  return `${exactTime(new Date(savedAt))}, ${savedBy}`;
}
