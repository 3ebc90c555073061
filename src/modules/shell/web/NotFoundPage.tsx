import { Link } from 'wouter';
import { buttonClasses } from '../../../platform/web/ui/Button.tsx';
import { usePageTitle } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { Mark } from '../../../platform/web/ui/Mark.tsx';

export default function NotFoundPage() {
  usePageTitle('404 Page Not Found');
  return (
    <main className="grid min-h-dvh place-items-center bg-surface p-6">
      <div className="max-w-md">
        <Mark className="size-10! text-accent" />
        <h1 className="mt-6 text-2xl font-semibold text-text">404 Page Not Found</h1>
        <p className="mt-2 text-base text-muted">
          No page exists at <code className="break-all text-text">{window.location.pathname}</code>.
          It may have moved, or the address may be mistyped.
        </p>
        <Link href="/" className={`${buttonClasses({ variant: 'primary' })} mt-6`}>
          Go to the home page
        </Link>
      </div>
    </main>
  );
}
