import { clsx } from 'clsx';
import type { Ref } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Description, Report } from '../../contract/report.ts';
import type { listReports } from '../../contract.ts';
import { spanOf, timeOf } from '../state/spans.ts';
import { useReport, useReportQuery } from '../state/useReports.ts';
import type { Person } from '../state/useViews.ts';
import { Actions } from './Actions.tsx';
import { Cards } from './Cards.tsx';
import { ChartPanel } from './chart/ChartPanel.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { Gaps } from './Gaps.tsx';
import { Records } from './records/Records.tsx';
import { FiguresPanel } from './table/FiguresPanel.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

export type Catalog = ReplyOf<typeof listReports>;

interface Props {
  catalog: Catalog;
  description: Description;
  me: Person;
}

/** Filters, key figures, chart and the table of one report. */
export function ReportContent({ catalog, description, me }: Props) {
  const { reportQuery, setReportQuery } = useReportQuery();
  const { data, error, isRejected, isOld, refetch } = useReport(description.id, reportQuery);
  const focus = useKeptFocus();
  return (
    <div ref={focus.container} className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Actions description={description} reportQuery={reportQuery} me={me} report={data} />
        <FilterBar
          catalog={catalog}
          description={description}
          reportQuery={reportQuery}
          setReportQuery={setReportQuery}
          report={data}
        />
        <PeriodLine ref={focus.figures} report={data} description={description} />
      </div>
      {error && (
        <Failed
          error={error}
          isRejected={isRejected}
          shown={isOld ? 'previous' : data ? 'current' : null}
          onRetry={() => void refetch()}
          onReset={() => setReportQuery({})}
        />
      )}
      {data && <Gaps report={data} />}
      {(data || !error) && (
        <div
          aria-busy={isOld && !error}
          className={clsx('flex flex-col gap-8 transition-opacity', isOld && 'opacity-60')}
        >
          <Cards report={data} description={description} today={catalog.today} />
          <ChartPanel report={data} description={description} />
          <FiguresPanel
            description={description}
            reportQuery={reportQuery}
            setReportQuery={setReportQuery}
            report={data}
            today={catalog.today}
          />
        </div>
      )}
      <Records description={description} reportQuery={reportQuery} report={data} />
    </div>
  );
}

interface PeriodLineProps {
  ref: Ref<HTMLParagraphElement>;
  report: Report | undefined;
  description: Description;
}

/** The days of the figures, and as of when. */
function PeriodLine({ ref, report, description }: PeriodLineProps) {
  return (
    <p
      ref={ref}
      tabIndex={-1}
      role="status"
      className="min-h-5 rounded-sm text-sm text-muted tabular-nums"
    >
      {report &&
        `${description.isSnapshot ? `At the end of ${spanOf({ from: report.span.to, to: report.span.to })}` : spanOf(report.span)} · as of ${timeOf(report.asOf, report.timezone)}`}
    </p>
  );
}

interface FailedProps {
  error: Error;
  /** The request is invalid or not allowed, so retrying does not help. */
  isRejected: boolean;
  /** The figures below: of the previous query, or older ones of the current query. */
  shown: 'previous' | 'current' | null;
  onRetry: () => void;
  onReset: () => void;
}

function Failed({ error, isRejected, shown, onRetry, onReset }: FailedProps) {
  return (
    <Notice
      tone="danger"
      live
      action={
        <Button size="sm" onClick={isRejected ? onReset : onRetry}>
          {isRejected ? 'Clear filters' : 'Try again'}
        </Button>
      }
    >
      {sentenceOf(error, `Couldn’t ${shown === 'current' ? 'refresh' : 'load'} figures.`)}
      {shown === 'previous' && ' Showing the previous results.'}
    </Notice>
  );
}
