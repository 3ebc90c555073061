import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { Spinner } from '../../../../platform/web/ui/Spinner.tsx';
import { type SlipPart, shownForSeconds } from '../../contract.ts';
import { useContent } from './useContent.ts';

interface Props {
  slip: SlipPart;
  onClose: () => void;
}

/** The content of a slip, shown for a minute. */
export default function OpenedDialog({ slip, onClose }: Props) {
  const { shown, left } = useContent(slip.slipId, onClose);
  useEffect(
    // Otherwise the selection would survive and could still be pasted.
    () => () => window.getSelection()?.removeAllRanges(),
    [],
  );
  return (
    <Dialog
      open
      onOpenChange={(open) => open || onClose()}
      title={slip.label}
      description="This opening was recorded. Don’t copy this where others can read it."
      dismissable={false}
      footer={
        <>
          {shown.phase === 'open' && <CopyButton content={shown.content} />}
          <Button variant="primary" onClick={onClose}>
            {shown.phase === 'open' ? 'Hide now' : 'Close'}
          </Button>
        </>
      }
    >
      {shown.phase === 'opening' && <Spinner label="Opening slip" />}
      {shown.phase === 'refused' && (
        <Notice tone="danger" live>
          {shown.reason}
        </Notice>
      )}
      {shown.phase === 'open' && (
        <>
          <p className="max-h-[50dvh] overflow-y-auto rounded-md bg-sunken p-3 text-base wrap-anywhere whitespace-pre-wrap text-text">
            {shown.content}
          </p>
          <Countdown left={left} />
        </>
      )}
    </Dialog>
  );
}

function Countdown({ left }: { left: number }) {
  return (
    <div className="pt-3">
      <div aria-hidden className="h-1 overflow-hidden rounded-sm bg-fill">
        <div
          className="h-full bg-accent transition-[width] duration-200"
          style={{ width: `${(left / shownForSeconds) * 100}%` }}
        />
      </div>
      <p role="timer" className="pt-1.5 text-xs text-muted tabular-nums">
        Hides in {left} {left === 1 ? 'second' : 'seconds'}
      </p>
    </div>
  );
}

function CopyButton({ content }: { content: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(content);
    setCopied(true);
  };
  return (
    // Only the browser can refuse; then the button stays as it is.
    <Button onClick={() => void copy().catch(() => setCopied(false))}>
      {copied ? <Check aria-hidden /> : <Copy aria-hidden />}
      {copied ? 'Copied' : 'Copy'}
    </Button>
  );
}
