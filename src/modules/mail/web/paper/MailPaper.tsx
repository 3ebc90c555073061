import { clsx } from 'clsx';
import { useMemo } from 'react';
import { documentOf } from './document.ts';

interface Props {
  html: string;
  title: string;
  /** Phone width. */
  narrow?: boolean;
  className?: string;
}

/** An email as its reader sees it, without images; links do not work. */
export function MailPaper({ html, title, narrow, className }: Props) {
  const document = useMemo(() => documentOf(html), [html]);
  return (
    <div className="rounded-md border border-border bg-sunken p-2">
      <iframe
        // Nothing is allowed: no scripts, no forms, no popups, no origin.
        sandbox=""
        referrerPolicy="no-referrer"
        srcDoc={document}
        title={title}
        className={clsx(
          'mx-auto block w-full rounded-sm',
          narrow && 'max-w-[375px]',
          className ?? 'h-[min(440px,46dvh)]',
        )}
      />
    </div>
  );
}
