import { type ReactNode, Suspense } from 'react';
import { MonthTable } from '../../../../../platform/web/charts/MonthTable.tsx';
import { useAddress } from '../../../../../platform/web/router/address.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../../platform/web/ui/frame/Panel.tsx';
import { SelectField } from '../../../../../platform/web/ui/SelectField.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import { figureOf } from '../../../contract/figures/format.ts';
import { mostRelevantFirst, orderedOf } from '../../../contract/figures/order.ts';
import type { Description, Measure, Report } from '../../../contract/report.ts';
import { groupingLabelOf, measureOf } from '../../state/measures.ts';
import { MonthsChart, RowsChart } from './lazyCharts.ts';
import { beforeLook, nowLook } from './looks.ts';
import { barsOf, hasBefore, hasNow, monthPoints } from './points.ts';

interface Props {
  report: Report | undefined;
  description: Description;
}

/** A chart of one measure, by month or by row. */
export function ChartPanel({ report, description }: Props) {
  const { query, setQuery } = useAddress();
  const by = report?.by ?? description.groupings[0]?.id ?? '';
  // Grouped by month, the rows are the months again.
  const isRows = query.get('chart') === 'rows' && by !== 'month';
  const [defaultMeasure] =
    isRows && report ? mostRelevantFirst(description, report.rows) : orderedOf(description);
  const measure = measureOf(description, query.get('measure') ?? defaultMeasure?.id ?? null);
  if (!measure) return null;
  const choose = (chart: 'rows' | null) => () => setQuery({ chart });
  return (
    <Panel
      title={measure.label}
      note={isRows ? 'Selected period' : 'Last 12 months'}
      action={
        <div className="flex flex-wrap items-center gap-2 @max-xl:w-[100cqi] @max-xl:pt-1">
          <SelectField
            label="Chart measure"
            labelHidden
            className="w-52 @max-xl:w-auto @max-xl:min-w-36 @max-xl:flex-1"
            options={orderedOf(description).map(({ id, label }) => ({ value: id, label }))}
            value={measure.id}
            onChange={({ target }) =>
              setQuery({ measure: target.value === defaultMeasure?.id ? null : target.value })
            }
          />
          {by !== 'month' && (
            <fieldset aria-label="Chart breakdown" className="flex gap-1">
              <Choice name="By month" on={!isRows} choose={choose(null)} />
              <Choice
                name={`By ${groupingLabelOf(description, by).toLowerCase()}`}
                on={isRows}
                choose={choose('rows')}
              />
            </fieldset>
          )}
        </div>
      }
    >
      <div className={isRows ? 'min-h-40' : 'h-80'}>
        {!report ? (
          <Skeleton className="h-full w-full" />
        ) : isRows ? (
          <Rows report={report} measure={measure} />
        ) : (
          <Months report={report} measure={measure} />
        )}
      </div>
    </Panel>
  );
}

function Choice({ name, on, choose }: { name: string; on: boolean; choose: () => void }) {
  return (
    <Button size="sm" variant={on ? 'secondary' : 'ghost'} aria-pressed={on} onClick={choose}>
      {name}
    </Button>
  );
}

function Months({ report, measure }: { report: Report; measure: Measure }) {
  const points = monthPoints(report, measure.id);
  if (!hasNow(points) && !hasBefore(points))
    return <NoData>This chart appears once there are records.</NoData>;
  const format = (value: number | null) => (value === null ? null : figureOf(measure.unit, value));
  return (
    <>
      <Key hasBefore={hasBefore(points)} />
      <div className="h-72">
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <MonthsChart points={points} unit={measure.unit} />
        </Suspense>
      </div>
      <MonthTable
        caption={`${measure.label} by month`}
        months={points.map(({ month }) => month)}
        lines={[
          { name: measure.label, values: points.map(({ now }) => format(now)) },
          { name: 'Year before', values: points.map(({ before }) => format(before)) },
        ]}
      />
    </>
  );
}

export function Key({ hasBefore: showsBefore }: { hasBefore: boolean }) {
  const lines = [
    { name: 'Last 12 months', look: nowLook },
    ...(showsBefore ? [{ name: 'Year before', look: beforeLook }] : []),
  ];
  return (
    <ul aria-hidden="true" className="mb-2 flex gap-5 text-sm text-muted">
      {lines.map(({ name, look }) => (
        <li key={name} className="flex items-center gap-2">
          <svg width="24" height="8">
            <title>{name}</title>
            <line x1="0" x2="24" y1="4" y2="4" {...look} />
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

/** Hidden from screen readers; the table below has the same data. */
function Rows({ report, measure }: { report: Report; measure: Measure }) {
  const { bars, left } = barsOf(report, measure.id);
  if (bars.length === 0) return <NoData>There is no data for this measure in this period.</NoData>;
  return (
    <>
      <div style={{ height: `${Math.min(18, bars.length * 1.85 + 0.5)}rem` }}>
        <Suspense fallback={<Skeleton className="h-full w-full" />}>
          <RowsChart bars={bars} unit={measure.unit} by={report.by} />
        </Suspense>
      </div>
      {left > 0 && <p className="text-sm text-muted">{`${left} more in the table below`}</p>}
    </>
  );
}

function NoData({ children }: { children: ReactNode }) {
  return (
    <EmptyState className="h-full justify-center" title="No data to chart" description={children} />
  );
}
