import { Link } from 'wouter';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { leadingOf } from '../../contract/figures/order.ts';
import type { Description } from '../../contract/report.ts';
import { hrefOf } from '../state/address.ts';

const places = ['one', 'two', 'three', 'four', 'five', 'six'];

/** All reports the user may read, with their key measures. */
export function ReportCards({ reports }: { reports: readonly Description[] | undefined }) {
  return (
    <Panel title="All reports">
      {reports?.length === 0 ? (
        <EmptyState title="No reports available" />
      ) : (
        <ul
          aria-label="All reports"
          className="grid gap-3 @xl:grid-cols-2 @4xl:grid-cols-3 @6xl:grid-cols-4"
        >
          {reports
            ? reports.map((report) => <Card key={report.id} report={report} />)
            : places.map((place) => (
                <li key={place}>
                  <Skeleton className="h-32 rounded-md" />
                </li>
              ))}
        </ul>
      )}
    </Panel>
  );
}

function Card({ report }: { report: Description }) {
  const { id, title, about } = report;
  return (
    <li>
      <Link
        href={hrefOf(id, {})}
        className="flex h-full min-h-32 flex-col rounded-md border border-border p-4 hover:border-border-strong hover:bg-hover hover:no-underline"
      >
        <span className="text-base font-semibold text-text">{title}</span>
        <span className="mt-1 text-sm text-muted text-pretty">{about}</span>
        <span className="mt-auto pt-3 text-xs text-muted">
          {leadingOf(report)
            .map(({ label }) => label)
            .join(' · ')}
        </span>
      </Link>
    </li>
  );
}
