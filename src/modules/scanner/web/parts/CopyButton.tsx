import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button, type ButtonProps } from '../../../../platform/web/ui/Button.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';

const shownMs = 2_000;

interface Props extends Pick<ButtonProps, 'size' | 'variant'> {
  value: string;
  label?: string;
}

/** Copies the value and confirms it briefly. */
export function CopyButton({ value, label = 'Copy', ...button }: Props) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), shownMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = () =>
    navigator.clipboard.writeText(value).then(
      () => setCopied(true),
      () =>
        toast({
          title: 'Couldn’t copy',
          description: 'The browser blocked access to the clipboard.',
          variant: 'destructive',
        }),
    );
  return (
    <Button {...button} onClick={() => void copy()}>
      {copied ? <Check aria-hidden="true" /> : <Copy aria-hidden="true" />}
      {copied ? 'Copied' : label}
    </Button>
  );
}
