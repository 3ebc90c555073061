import type { ReactNode } from 'react';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Description } from '../../contract/report.ts';
import { shortSpanOf, spanOf, timeOf } from '../state/spans.ts';
import { useOverview } from '../state/useReports.ts';
import { StoresTable } from './StoresTable.tsx';

interface Props {
  today: string | undefined;
  titles: readonly Description[] | undefined;
  action: ReactNode;
}

/** Month-to-date figures by store. */
export function StoresPanel({ today, titles, action }: Props) {
  const { data, error, refetch } = useOverview();
  const retry = (
    <Button size="sm" onClick={() => void refetch()}>
      Try again
    </Button>
  );
  return (
    <Panel
      title="This month"
      note={
        data &&
        `${spanOf(data.span)} vs ${shortSpanOf(data.previous, today ?? data.span.to)} · as of ${timeOf(data.asOf, data.timezone)}`
      }
      action={action}
    >
      {error && data && (
        <Notice tone="danger" action={retry} className="mb-3">
          Couldn’t refresh. Showing the previous figures.
        </Notice>
      )}
      {data ? (
        data.columns.length === 0 || data.rows.length === 0 ? (
          <EmptyState title="No figures for your stores yet" />
        ) : (
          <StoresTable overview={data} reports={titles ?? []} />
        )
      ) : error ? (
        <NotLoaded what="figures" error={error} onRetry={refetch} />
      ) : (
        <Waiting />
      )}
    </Panel>
  );
}

const lines = Array.from({ length: 16 }, (_, at) => at);

function Waiting() {
  return (
    <div aria-hidden="true" className="flex flex-col pt-8">
      {lines.map((line) => (
        <span
          key={line}
          className="flex h-24 items-center justify-between border-b border-border @3xl:h-14"
        >
          <Skeleton className="h-3 w-24" />
          <Skeleton className="h-3 w-32 @3xl:w-96" />
        </span>
      ))}
    </div>
  );
}
