import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { ConfirmDialog } from '../../../../platform/web/ui/ConfirmDialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { createSourceKey, type Source } from '../../contract/settings.ts';
import { refreshLeads } from '../state/useLeads.ts';

/** The key for submitting leads; it cannot be shown again, only replaced. */
export function SourceKey({ source }: { source: Source }) {
  const client = useQueryClient();
  const [isConfirming, setConfirming] = useState(false);
  const { mutate, data, isPending } = useMutation({
    mutationFn: () => call(createSourceKey, { params: { sourceId: source.id } }),
    onSuccess: () => refreshLeads(client),
    onError: (error) => toastFailure(error, 'Couldn’t create key'),
    onSettled: () => setConfirming(false),
  });
  return (
    <section aria-label="Key" className="flex flex-col gap-3">
      <div className="flex items-center justify-between gap-3">
        <span>
          <span className="block text-base text-text">API key for ADF leads</span>
          <span className="block text-xs text-muted">
            {source.hasKey ? 'Key active' : 'No key'}
          </span>
        </span>
        <Button
          pending={isPending}
          onClick={() => (source.hasKey ? setConfirming(true) : mutate())}
        >
          {source.hasKey ? 'Replace key' : 'Create key'}
        </Button>
      </div>
      {data && <NewKey key={data.key} value={data.key} />}
      <ConfirmDialog
        open={isConfirming}
        onOpenChange={setConfirming}
        title={`Replace the key of ${source.name}?`}
        description="The current key stops working immediately. Leads sent with it are rejected."
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
        It is shown only once. Anyone with this key can submit leads.
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

/** A text with a copy button. */
function Copyable({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser denied clipboard access; the text can still be selected.
      () =>
        toast({
          variant: 'destructive',
          title: 'Couldn’t copy',
          description: 'Select the text and copy it.',
        }),
    );
  return (
    <div className="flex flex-col gap-1.5">
      <span className="flex items-center justify-between gap-3">
        <span className="text-sm font-medium text-text">{label}</span>
        <Button size="sm" aria-label={`Copy ${label.toLowerCase()}`} onClick={() => void copy()}>
          {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
          {copied ? 'Copied' : 'Copy'}
        </Button>
      </span>
      <code className="rounded-md bg-sunken p-3 font-mono text-xs whitespace-pre-wrap wrap-anywhere text-text">
        {text}
      </code>
    </div>
  );
}
