import { Lock } from 'lucide-react';
import type { ReactNode } from 'react';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';

interface Props {
  /** The title in the header. */
  title?: string;
  heading?: string;
  description?: string;
  advice?: string;
  action?: ReactNode;
}

/** Replaces a page the user has no access to. */
export default function AccessDenied({
  title = 'Access Denied',
  heading = 'Access Required',
  description = "You don't have permission to access this section",
  advice = 'Please contact your administrator to request access.',
  action,
}: Props) {
  return (
    <>
      <PageHeader title={title} />
      <div className="grid min-h-full place-items-center p-6">
        <section className="flex max-w-sm flex-col items-center text-center">
          <span className="mb-4 grid size-12 place-items-center rounded-lg border border-border bg-sunken">
            <Lock aria-hidden="true" className="size-5 text-muted" />
          </span>
          <h2 className="text-xl font-semibold text-text">{heading}</h2>
          {description && <p className="mt-2 text-base text-text">{description}</p>}
          <p className="mt-1 text-base text-muted">{advice}</p>
          {action && <div className="mt-5">{action}</div>}
        </section>
      </div>
    </>
  );
}
