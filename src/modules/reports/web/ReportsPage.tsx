import { permits } from '../../../platform/contract/access.ts';
import { PageHeader } from '../../../platform/web/frame/PageHeader.tsx';
import { useAddress } from '../../../platform/web/router/address.ts';
import { EmptyState } from '../../../platform/web/ui/EmptyState.tsx';
import type { CurrentUser } from '../../access/contract.ts';
import { readAccess } from '../contract/report.ts';
import { reportIn } from './address.ts';
import { Overview } from './overview/Overview.tsx';
import { ReportView } from './report/ReportView.tsx';
import { OpenView } from './views/OpenView.tsx';

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
