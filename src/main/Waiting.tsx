import { PageHeader } from '../platform/web/ui/frame/PageHeader.tsx';
import { Spinner } from '../platform/web/ui/Spinner.tsx';

/** Shows the page title before the page has loaded. */
export function Arriving({ title, subtitle }: { title: string; subtitle?: string }) {
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      <Loading className="min-h-full" />
    </>
  );
}

export function Loading({ className }: { className: string }) {
  return (
    <div className={`grid place-items-center ${className}`}>
      <Spinner label="Loading" />
    </div>
  );
}
