import { Check, Copy } from 'lucide-react';
import { useEffect, useState } from 'react';
import { IconButton } from '../ui/IconButton.tsx';

const copiedMs = 2_000;

/** Code exactly as written; long lines scroll. */
export function CodeBlock({ language, text }: { language: string; text: string }) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), copiedMs);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
    } catch {
      // The browser may refuse it; the text can still be selected.
      setCopied(false);
    }
  };
  return (
    <div className="group/code my-1 flex items-start overflow-hidden rounded-md border border-border bg-sunken">
      <div className="min-w-0 flex-1">
        {language && <p className="px-3 pt-1.5 text-xs text-muted">{language}</p>}
        {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is for fields */}
        <pre
          // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it
          tabIndex={0}
          role="group"
          aria-label={language ? `Code, ${language}` : 'Code'}
          className="scroll-area overflow-x-auto overscroll-y-auto px-3 py-2 font-mono text-[13px] leading-[18px] -outline-offset-2"
        >
          <code>{text}</code>
        </pre>
      </div>
      <IconButton
        label={copied ? 'Copied' : 'Copy code'}
        icon={copied ? Check : Copy}
        size="sm"
        onClick={() => void copy()}
        className="m-1 opacity-0 group-hover/code:opacity-100 focus-visible:opacity-100 touch:opacity-100"
      />
    </div>
  );
}
