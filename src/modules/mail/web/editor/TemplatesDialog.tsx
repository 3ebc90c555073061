import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { listEmailTemplates } from '../../contract.ts';
import type { MailDialogProps } from '../dialog.ts';
import { TemplateEditor } from './TemplateEditor.tsx';
import { TemplateList } from './TemplateList.tsx';

/** The editor of all email templates. */
export default function TemplatesDialog({ open, onClose }: MailDialogProps) {
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(listEmailTemplates),
    staleTime: 0,
  });
  const [selected, select] = useState<string | null>(null);
  const [pending, setPending] = useState<string | null>(null);
  const [isDirty, setDirty] = useState(false);
  const shown = data?.find(({ id }) => id === selected) ?? data?.[0];
  const guard = useLeaveGuard(isDirty, () => {
    setDirty(false);
    if (pending) select(pending);
    else onClose();
  });

  const leaveFor = (id: string | null) => {
    setPending(id);
    if (isDirty) guard.leave();
    else if (id) select(id);
    else onClose();
  };
  return (
    <>
      <Dialog
        open={open}
        onOpenChange={(next) => next || leaveFor(null)}
        size="xl"
        dismissable={!isDirty}
        title="Email Template Management"
        description="The emails Forecourt sends. Changes apply from the next email on."
      >
        {error && !data && (
          <NotLoaded
            isInline
            title="Failed to load email templates"
            error={error}
            onRetry={refetch}
          />
        )}
        {!data && !error && <Skeleton className="h-[60dvh]" />}
        {data && shown && (
          <div className="grid gap-5 md:grid-cols-[190px_minmax(0,1fr)]">
            <TemplateList templates={data} shown={shown.id} onChoose={leaveFor} />
            <TemplateEditor
              key={shown.id}
              template={shown}
              onDirty={setDirty}
              onClose={() => leaveFor(null)}
            />
          </div>
        )}
      </Dialog>
      {guard.dialog}
    </>
  );
}
