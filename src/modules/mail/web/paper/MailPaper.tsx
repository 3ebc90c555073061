import { clsx } from 'clsx';
import { useMemo } from 'react';
import { documentOf } from './document.ts';

interface Props {
  html: string;
  title: string;
  /** As wide as a phone. */
  narrow?: boolean;
  className?: string;
}

/** A mail as its reader sees it, without its pictures; a click in it leads nowhere. */
export function MailPaper({ html, title, narrow, className }: Props) {
  const document = useMemo(() => documentOf(html), [html]);
  return (
    <div className="rounded-md border border-border bg-sunken p-2">
      <iframe
        // Nothing is allowed: no scripts, no forms, no windows, no place of origin.
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
