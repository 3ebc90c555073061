import { clsx } from 'clsx';
import type { Ref } from 'react';
import type { ReplyOf } from '../../../../platform/contract/endpoint.ts';
import { sentenceOf } from '../../../../platform/web/api/ApiError.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { Notice } from '../../../../platform/web/ui/Notice.tsx';
import type { Description, Report } from '../../contract/report.ts';
import type { listReports } from '../../contract.ts';
import { ChartPanel } from '../chart/ChartPanel.tsx';
import { Records } from '../records/Records.tsx';
import { spanOf, timeOf } from '../spans.ts';
import { FiguresPanel } from '../table/FiguresPanel.tsx';
import { useReport, useReportQuery } from '../useReports.ts';
import type { Person } from '../views/useViews.ts';
import { Actions } from './Actions.tsx';
import { Cards } from './Cards.tsx';
import { FilterBar } from './filters/FilterBar.tsx';
import { Gaps } from './Gaps.tsx';
import { useKeptFocus } from './useKeptFocus.ts';

export type Catalog = ReplyOf<typeof listReports>;

interface Props {
  catalog: Catalog;
  description: Description;
  me: Person;
}

/** The question on top, then what leads, how it went, and all of it row by row. */
export function Shown({ catalog, description, me }: Props) {
  const { asked, ask } = useReportQuery();
  const { data, error, isRefused, isOld, refetch } = useReport(description.id, asked);
  const kept = useKeptFocus();
  return (
    <div ref={kept.whole} className="flex flex-col gap-6">
      <div className="flex flex-col gap-3">
        <Actions {...{ description, asked, me }} report={data} />
        <FilterBar {...{ catalog, description, asked, ask }} report={data} />
        <PeriodLine ref={kept.figures} report={data} description={description} />
      </div>
      {error && (
        <Failed
          {...{ error, isRefused }}
          stands={isOld ? 'old' : data ? 'here' : null}
          onRetry={() => void refetch()}
          onReset={() => ask({})}
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
          <FiguresPanel {...{ description, asked, ask }} report={data} today={catalog.today} />
        </div>
      )}
      <Records {...{ description, asked }} report={data} />
    </div>
  );
}

interface PeriodLineProps {
  ref: Ref<HTMLParagraphElement>;
  report: Report | undefined;
  description: Description;
}

/** Of which days the figures are, and of which moment. */
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
  /** What was asked for makes no sense, or is not theirs: asking it again helps nobody. */
  isRefused: boolean;
  /** What is shown beneath: what was asked before, or what was asked, as it was a while ago. */
  stands: 'old' | 'here' | null;
  onRetry: () => void;
  onReset: () => void;
}

function Failed({ error, isRefused, stands, onRetry, onReset }: FailedProps) {
  return (
    <Notice
      tone="danger"
      live
      action={
        <Button size="sm" onClick={isRefused ? onReset : onRetry}>
          {isRefused ? 'Clear filters' : 'Try again'}
        </Button>
      }
    >
      {sentenceOf(error, `These figures could not be ${stands === 'here' ? 'renewed' : 'loaded'}.`)}
      {stands === 'old' && ' Below stands what was asked before.'}
    </Notice>
  );
}
