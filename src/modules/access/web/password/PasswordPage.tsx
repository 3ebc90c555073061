import { type ReactNode, useEffect, useRef } from 'react';
import { usePageTitle } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { Wordmark } from '../../../../platform/web/ui/Mark.tsx';

interface Props {
  title: string;
  description: string;
  children: ReactNode;
}

/** The layout of the pages that emailed links open, and of choosing a password. */
export function PasswordPage({ title, description, children }: Props) {
  usePageTitle(title);
  const heading = useFocusOnChange(title);
  return (
    <main className="grid min-h-dvh place-items-center bg-sunken p-4">
      <section className="w-full max-w-[26rem] rounded-md border border-border bg-surface p-6 sm:p-8">
        <Wordmark className="mb-6" />
        <h1 ref={heading} tabIndex={-1} className="rounded-sm text-xl font-semibold text-text">
          {title}
        </h1>
        <p className="mt-1 mb-5 text-base text-muted">{description}</p>
        {children}
      </section>
    </main>
  );
}

/** The pressed button is removed with its page, so focus moves to the new heading. */
function useFocusOnChange(title: string) {
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = useRef(title);
  useEffect(() => {
    if (shown.current === title) return;
    shown.current = title;
    heading.current?.focus();
  }, [title]);
  return heading;
}
