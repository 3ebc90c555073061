import { Bookmark } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { viewHref } from './labels.ts';
import { useViews } from './useViews.ts';

/** Redirects from a view id, as linked in emails, to its report. */
export function OpenView({ viewId }: { viewId: number }) {
  const { data, isError, refetch } = useViews();
  const view = data?.find(({ id }) => id === viewId);
  if (view) return <Redirect to={viewHref(view)} replace />;
  if (isError && !data) {
    return (
      <EmptyState
        icon={Bookmark}
        title="Couldn’t load view"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!data) return <Skeleton className="m-6 h-96" />;
  return (
    <EmptyState
      icon={Bookmark}
      title="View not found"
      description="It was deleted or is no longer shared with you."
      action={
        <Link href="/reports" className={buttonClasses()}>
          All reports
        </Link>
      }
    />
  );
}
