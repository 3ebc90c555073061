import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { makeKey, type Source } from '../../contract/settings.ts';
import { toastFailure } from '../labels.ts';
import { refreshLeads } from '../useLeads.ts';
import { Copyable } from './Copyable.tsx';

/** The key by which a source hands leads in; nobody can see it again, only replace it. */
export function SourceKey({ source }: { source: Source }) {
  const client = useQueryClient();
  const [asking, setAsking] = useState(false);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(makeKey, { params: { sourceId: source.id } }),
    onSuccess: () => refreshLeads(client),
    onError: (error) => toastFailure(error, 'No key was made'),
    onSettled: () => setAsking(false),
  });
  return (
    <section aria-label="Key" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <span>
          <span className="block text-base text-text">Key for handing in leads as ADF</span>
          <span className="block text-xs text-muted">
            {source.hasKey ? 'It has one.' : 'It has none.'}
          </span>
        </span>
        <Button pending={isPending} onClick={() => (source.hasKey ? setAsking(true) : mutate())}>
          {source.hasKey ? 'Replace key' : 'Make a key'}
        </Button>
      </div>
      {data && <NewKey key={data.key} value={data.key} />}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Replace the key of ${source.name}?`}
        description="The one before stops at once: what is sent with it is refused."
        confirmLabel="Replace key"
        danger
        pending={isPending}
        onConfirm={() => mutate()}
      />
    </section>
  );
}

function NewKey({ value }: { value: string }) {
  return (
    <div className="flex flex-col gap-3">
      <Notice tone="warning" live title="Copy the key now">
        It is shown this once. Whoever has it can hand leads in.
      </Notice>
      <Copyable label="Key" text={value} />
      <Copyable label="Example" text={exampleOf(value)} />
    </div>
  );
}

const exampleOf = (key: string) =>
  [
    `curl -X POST ${window.location.origin}/api/leads/adf`,
    `-H 'Authorization: Bearer ${key}'`,
    `-H 'Content-Type: application/x-adf+xml'`,
    `--data-binary @lead.xml`,
  ].join(' \\\n  ');
