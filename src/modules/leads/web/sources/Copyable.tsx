import { Check, Copy } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';

/** A text with a copy button. */
export function Copyable({ label, text }: { label: string; text: string }) {
  const [copied, setCopied] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => setCopied(true),
      // The browser denied clipboard access; the text can still be selected.
      () =>
        toast({
          variant: 'destructive',
          title: "Couldn't copy",
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
