import { ChartColumn } from 'lucide-react';
import { Link } from 'wouter';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { PageHeader } from '../../../../platform/web/frame/PageHeader.tsx';
import { Button, buttonClasses } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Description, ReportId } from '../../contract/report.ts';
import { useCatalog } from '../useReports.ts';
import type { Person } from '../views/useViews.ts';
import { type Catalog, Shown } from './Shown.tsx';

interface Props {
  report: ReportId;
  me: Person;
}

/** One report, as the address asks for it. */
export function ReportView({ report, me }: Props) {
  const { data: catalog, error, refetch } = useCatalog();
  const description = catalog?.reports.find(({ id }) => id === report);
  return (
    <>
      <PageHeader title={description?.title ?? 'Reports'} subtitle={description?.about} />
      <div className="@container mx-auto max-w-[80rem] px-4 pt-2 pb-10 md:px-6">
        <Body {...{ catalog, description, me, error }} onRetry={() => void refetch()} />
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
  if (catalog && description) return <Shown {...{ catalog, description, me }} />;
  if (catalog) {
    return (
      <EmptyState
        icon={ChartColumn}
        title="This report is not yours to read"
        description="What it tells needs a right you do not have. An administrator can grant it."
        action={
          <Link href="/reports" className={buttonClasses()}>
            All reports
          </Link>
        }
      />
    );
  }
  if (!error) return <Skeleton className="h-96" />;
  return (
    <EmptyState
      icon={ChartColumn}
      title="The report could not be loaded"
      description={sentenceOf(error, 'The server did not answer as expected.')}
      action={<Button onClick={onRetry}>Try again</Button>}
    />
  );
}
