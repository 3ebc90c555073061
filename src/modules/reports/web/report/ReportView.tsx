import { ChartColumn } from 'lucide-react';
import { ListButton } from '../../../../platform/web/records/ListLink.tsx';
import { useTopOfPage } from '../../../../platform/web/router/scrollPositions.ts';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { PageHeader } from '../../../../platform/web/ui/frame/PageHeader.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Description, ReportId } from '../../contract/report.ts';
import { useCatalog } from '../state/useReports.ts';
import type { Person } from '../state/useViews.ts';
import { type Catalog, ReportContent } from './ReportContent.tsx';

interface Props {
  report: ReportId;
  me: Person;
}

export function ReportView({ report, me }: Props) {
  const { data: catalog, error, refetch } = useCatalog();
  const description = catalog?.reports.find(({ id }) => id === report);
  useTopOfPage();
  return (
    <>
      <PageHeader title={description?.title ?? 'Reports'} subtitle={description?.about} />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <Body
          catalog={catalog}
          description={description}
          me={me}
          error={error}
          onRetry={() => void refetch()}
        />
      </div>
    </>
  );
}

interface BodyProps {
  catalog: Catalog | undefined;
  description: Description | undefined;
  me: Person;
  error: unknown;
  onRetry: () => void;
}

function Body({ catalog, description, me, error, onRetry }: BodyProps) {
  if (catalog && description)
    return <ReportContent catalog={catalog} description={description} me={me} />;
  if (catalog) {
    return (
      <EmptyState
        icon={ChartColumn}
        title="No access to this report"
        description="You don’t have permission to view this report. Ask an administrator."
        action={<ListButton href="/reports" label="All reports" />}
      />
    );
  }
  if (!error) return <Skeleton className="h-96" />;
  return <NotLoaded what="the report" icon={ChartColumn} error={error} onRetry={onRetry} />;
}
