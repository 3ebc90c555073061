import { Bookmark } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { viewHref } from './labels.ts';
import { useViews } from './useViews.ts';

/** Leads from the number of a view, as mails have it, to the report it is of. */
export function OpenView({ viewId }: { viewId: number }) {
  const { data, isError, refetch } = useViews();
  const view = data?.find(({ id }) => id === viewId);
  if (view) return <Redirect to={viewHref(view)} replace />;
  if (isError && !data) {
    return (
      <EmptyState
        icon={Bookmark}
        title="The view could not be loaded"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  if (!data) return <Skeleton className="m-6 h-96" />;
  return (
    <EmptyState
      icon={Bookmark}
      title="There is no such view"
      description="It was deleted, or is no longer shared with you."
      action={
        <Link href="/reports" className={buttonClasses()}>
          All reports
        </Link>
      }
    />
  );
}
