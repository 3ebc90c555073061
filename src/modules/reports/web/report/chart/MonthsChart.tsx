import {
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import { axisLine, monthAxis, ticks } from '../../../../../platform/web/charts/axes.ts';
import { ChartFrame } from '../../../../../platform/web/charts/ChartFrame.tsx';
import { ChartTip } from '../../../../../platform/web/charts/ChartTip.tsx';
import { fullMonthOf } from '../../../../../platform/web/charts/months.ts';
import { figureOf, shortFigureOf } from '../../../contract/figures/format.ts';
import type { Unit } from '../../../contract/report.ts';
import { beforeLook, nowLook } from './looks.ts';
import { type MonthPoint, marksOf } from './points.ts';

interface Props {
  points: readonly MonthPoint[];
  unit: Unit;
  /** For print, where the container cannot be measured. */
  size?: { width: number; height: number };
}

const startsAtZero = (unit: Unit) => unit === 'count' || unit === 'cents';

export default function MonthsChart({ points, unit, size }: Props) {
  const marks = marksOf(points, startsAtZero(unit));
  const chart = (
    <LineChart
      data={[...points]}
      margin={{ top: 8, right: 12, bottom: 0, left: 0 }}
      tabIndex={-1}
      {...size}
    >
      <CartesianGrid vertical={false} stroke="var(--border)" />
      <XAxis {...monthAxis} />
      <YAxis
        domain={[Math.min(...marks), Math.max(...marks)]}
        ticks={marks}
        tickFormatter={(value: number) => shortFigureOf(unit, value)}
        tick={ticks}
        tickLine={false}
        axisLine={false}
        width={56}
      />
      <Tooltip
        isAnimationActive={false}
        cursor={axisLine}
        content={(shown) => <Month {...shown} unit={unit} />}
      />
      <Line dataKey="before" name="Year before" {...beforeLook} {...drawn} />
      <Line dataKey="now" name="Last 12 months" {...nowLook} {...drawn} />
    </LineChart>
  );
  if (size) return chart;
  return <ChartFrame>{chart}</ChartFrame>;
}

const drawn = {
  type: 'linear',
  isAnimationActive: false,
  dot: { r: 2.5, strokeDasharray: 'none' },
  activeDot: { r: 4 },
} as const;

type TooltipProps = Pick<TooltipContentProps, 'active' | 'payload' | 'label'> & { unit: Unit };

function Month({ active, payload, label, unit }: TooltipProps) {
  if (!active || payload.length === 0) return null;
  return (
    <ChartTip
      title={fullMonthOf(String(label))}
      lines={payload.toReversed().map(({ dataKey, name, value }) => ({
        key: String(dataKey),
        name: name === 'Last 12 months' ? 'This month' : 'Year before',
        value: typeof value === 'number' ? figureOf(unit, value) : 'No data',
      }))}
    />
  );
}
