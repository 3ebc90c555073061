import { marksOf } from '../../../../../platform/web/charts/axes.ts';
import { ChartTip } from '../../../../../platform/web/charts/ChartTip.tsx';
import { LineChart } from '../../../../../platform/web/charts/LineChart.tsx';
import { fullMonthOf } from '../../../../../platform/web/charts/months.ts';
import { figureOf, shortFigureOf } from '../../../contract/figures/format.ts';
import type { Unit } from '../../../contract/report.ts';
import { beforeLook, nowLook } from './looks.ts';
import type { MonthPoint } from './points.ts';

interface Props {
  points: readonly MonthPoint[];
  unit: Unit;
  /** For print, where the container cannot be measured. */
  size?: { width: number; height: number };
}

const isWhole = (unit: Unit) => unit === 'count' || unit === 'cents';

export default function MonthsChart({ points, unit, size }: Props) {
  const months = points.map(({ month }) => month);
  const now = points.map((point) => point.now);
  const before = points.map((point) => point.before);
  const textOf = (value: number | null | undefined) =>
    typeof value === 'number' ? figureOf(unit, value) : 'No data';
  return (
    <LineChart
      months={months}
      lines={[
        { key: 'before', look: beforeLook, values: before },
        { key: 'now', look: nowLook, values: now },
      ]}
      marks={marksOf([...now, ...before], isWhole(unit))}
      format={(mark) => shortFigureOf(unit, mark)}
      axisWidth={56}
      tipOf={(at) => (
        <ChartTip
          title={fullMonthOf(months[at] ?? '')}
          lines={[
            { key: 'now', name: 'This month', value: textOf(now[at]) },
            { key: 'before', name: 'Year before', value: textOf(before[at]) },
          ]}
        />
      )}
      {...(size && { size })}
    />
  );
}
