import { Bookmark } from 'lucide-react';
import { Link, Redirect } from 'wouter';
import { permits } from '../../../platform/contract/access.ts';
import { useAddress } from '../../../platform/web/router/address.ts';
import { buttonClasses } from '../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../platform/web/ui/frame/PageHeader.tsx';
import { NotLoaded } from '../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/report.ts';
import { Overview } from './overview/Overview.tsx';
import { ReportView } from './report/ReportView.tsx';
import { reportIn } from './state/address.ts';
import { useViews } from './state/useViews.ts';
import { viewHref } from './views/labels.ts';

interface Props {
  user: CurrentUser;
  title: string;
  subtitle?: string;
}

/** The overview, or one report with its filters; the URL decides which. */
export default function ReportsPage({ user, title, subtitle }: Props) {
  const { query } = useAddress();
  const report = reportIn(query);
  const me = { id: user.id, name: `${user.firstName} ${user.lastName}` };
  if (!permits(readAccess, user)) {
    return (
      <>
        <PageHeader title={title} subtitle={subtitle} />
        <EmptyState
          title="No access to reports"
          description="You don’t have permission to view this data. Ask an administrator."
        />
      </>
    );
  }
  if (report) return <ReportView key={report} report={report} me={me} />;
  const viewId = Number(query.get('view'));
  return (
    <>
      <PageHeader title={title} subtitle={subtitle} />
      {viewId > 0 ? <OpenView viewId={viewId} /> : <Overview me={me} />}
    </>
  );
}

/** Redirects from a view id, as linked in emails, to its report. */
function OpenView({ viewId }: { viewId: number }) {
  const { data, error, refetch } = useViews();
  const view = data?.find(({ id }) => id === viewId);
  if (view) return <Redirect to={viewHref(view)} replace />;
  if (error && !data) {
    return <NotLoaded what="this view" icon={Bookmark} error={error} onRetry={refetch} />;
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
