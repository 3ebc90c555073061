import { Suspense } from 'react';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { changeOf, verdictOf } from '../../../contract/figures/change.ts';
import { figureOf } from '../../../contract/figures/format.ts';
import { leadingOf } from '../../../contract/figures/order.ts';
import type { Description, Measure, Report, Row } from '../../../contract/report.ts';
import type { PartialQuery } from '../../state/address.ts';
import { queryLabel } from '../../state/labels.ts';
import { groupingLabelOf, measureOf } from '../../state/measures.ts';
import { exactMomentOf, spanOf } from '../../state/spans.ts';
import { Key } from '../chart/ChartPanel.tsx';
import { MonthsChart } from '../chart/lazyCharts.ts';
import { hasBefore, hasNow, monthPoints } from '../chart/points.ts';
import { gapSentences } from '../Gaps.tsx';
import { columnsOf } from '../table/columns.ts';
import { readSorting, sorted } from '../table/sort.ts';

interface Props {
  description: Description;
  report: Report;
  reportQuery: PartialQuery;
}

const chartSize = { width: 680, height: 200 };
/** The columns that fit on a page. */
const measuresPerTable = 6;

/** The printed report: filters and time, key figures, chart and all rows. */
export function Paper({ description, report, reportQuery }: Props) {
  const { query } = useAddress();
  const measure = measureOf(description, query.get('measure'));
  const measures = columnsOf(description, report);
  const rows = sorted(
    report.rows,
    readSorting(
      query.get('sort'),
      measures.map(({ id }) => id),
    ),
  );
  const points = measure ? monthPoints(report, measure.id) : [];
  return (
    <article aria-label={description.title} className="flex flex-col gap-5 text-xs text-text">
      <header className="border-b border-line pb-3">
        <h1 className="text-xl font-semibold">{description.title}</h1>
        <p className="text-sm">{`${spanOf(report.span)} · ${queryLabel(reportQuery, description, report)}`}</p>
        <p className="text-muted">
          {`As of ${exactMomentOf(report.asOf, report.timezone)}. ${gapSentences(report).join(' ')}`}
        </p>
      </header>
      <Leading description={description} report={report} />
      {measure && (hasNow(points) || hasBefore(points)) && (
        <section className="break-inside-avoid">
          <h2 className="mb-1 text-sm font-semibold">{`${measure.label}, last 12 months`}</h2>
          <Key hasBefore={hasBefore(points)} />
          <Suspense>
            <MonthsChart points={points} unit={measure.unit} size={chartSize} />
          </Suspense>
        </section>
      )}
      {chunksOf(measures).map((chunk) => (
        <Table
          key={chunk[0]?.id}
          description={description}
          report={report}
          rows={rows}
          measures={chunk}
        />
      ))}
    </article>
  );
}

const chunksOf = (measures: readonly Measure[]): Measure[][] =>
  Array.from({ length: Math.ceil(measures.length / measuresPerTable) }, (_, at) =>
    measures.slice(at * measuresPerTable, (at + 1) * measuresPerTable),
  );

function Leading({ description, report }: Pick<Props, 'description' | 'report'>) {
  const { figures, previous, yearBefore } = report.total;
  const compare = (measure: Measure, before: Row['figures'], versus: string) => {
    const change = changeOf(measure, figures[measure.id], before[measure.id]);
    if (!change) return null;
    const verdict = verdictOf(change);
    return `${change.figure} ${versus}${verdict && ` (${verdict})`}`;
  };
  return (
    <dl className="grid grid-cols-4 gap-x-6 gap-y-3">
      {leadingOf(description).map((measure) => (
        <div key={measure.id} className="break-inside-avoid">
          <dt className="text-muted">{measure.label}</dt>
          <dd className="text-lg font-semibold tabular-nums">
            {figureOf(measure.unit, figures[measure.id])}
          </dd>
          <dd className="text-muted">
            {compare(measure, previous, `vs ${spanOf(report.previous)}`)}
          </dd>
          <dd className="text-muted">{compare(measure, yearBefore, 'vs a year ago')}</dd>
        </div>
      ))}
    </dl>
  );
}

interface TableProps {
  description: Description;
  report: Report;
  rows: readonly Row[];
  measures: readonly Measure[];
}

function Table({ description, report, rows, measures }: TableProps) {
  const line = (label: string, figures: Row['figures'], key: string) => (
    <tr key={key} className="break-inside-avoid">
      <th scope="row" className="border-b border-border py-1 pr-2 text-left font-[inherit]">
        {label}
      </th>
      {measures.map(({ id, unit }) => (
        <td key={id} className="border-b border-border py-1 pl-2 text-right">
          {figureOf(unit, figures[id])}
        </td>
      ))}
    </tr>
  );
  return (
    <table className="w-full">
      <thead>
        <tr className="align-bottom">
          <th scope="col" className="w-40 border-b border-line py-1 text-left font-semibold">
            {groupingLabelOf(description, report.by)}
          </th>
          {measures.map(({ id, label }) => (
            <th
              key={id}
              scope="col"
              className="border-b border-line py-1 pl-2 text-right font-semibold"
            >
              {label}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="[&>tr:first-child]:font-semibold">
        {line('Total', report.total.figures, 'all')}
        {rows.map(({ key, label, figures }) => line(label, figures, `row ${key}`))}
      </tbody>
    </table>
  );
}
