import { type ReactNode, useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { buttonClasses } from '../../../platform/web/ui/Button.tsx';
import { usePageTitle } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Wordmark } from '../../../platform/web/ui/Mark.tsx';

/** Layout of every public page. */
export function PublicFrame({ title, children }: { title: string; children: ReactNode }) {
  const [path] = useLocation();
  usePageTitle(title);
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new page starts at the top
  useEffect(() => {
    // In braces: newer browsers return a promise, which React would call as a cleanup function.
    window.scrollTo(0, 0);
  }, [path]);
  return (
    <div className="flex min-h-dvh flex-col bg-surface text-text">
      <header className="sticky top-0 z-10 border-b border-border bg-surface">
        <div className="mx-auto flex h-14 max-w-[70rem] items-center justify-between gap-4 px-4 md:px-6">
          <Link href="/public/features" aria-label="Forecourt features" className="rounded-sm">
            <Wordmark />
          </Link>
          <Link href="/auth" className={buttonClasses({ variant: 'primary' })}>
            Sign In
          </Link>
        </div>
      </header>
      <main className="mx-auto w-full max-w-[70rem] flex-1 px-4 md:px-6">{children}</main>
      <footer className="mt-16 border-t border-border">
        <p className="mx-auto max-w-[70rem] px-4 py-6 text-sm text-muted md:px-6">
          Forecourt is for the staff of the dealership group. For account access, contact your
          administrator.
        </p>
      </footer>
    </div>
  );
}
