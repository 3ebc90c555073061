import { Bar, BarChart, Cell, LabelList, ReferenceLine, XAxis, YAxis } from 'recharts';
import { stores } from '../../../../../platform/contract/access.ts';
import { ticks } from '../../../../../platform/web/charts/axes.ts';
import { ChartFrame } from '../../../../../platform/web/charts/ChartFrame.tsx';
import { lookOf } from '../../../../../platform/web/charts/looks.ts';
import { figureOf } from '../../../contract/figures/format.ts';
import type { Unit } from '../../../contract/report.ts';
import type { Bar as Row } from './points.ts';

interface Props {
  bars: readonly Row[];
  unit: Unit;
  by: string;
}

const longest = 22;
const cut = (label: string) => (label.length > longest ? `${label.slice(0, longest - 1)}…` : label);

/** The width of the longest name, so that on a phone the bars get the rest. */
const widthOf = (names: readonly string[]) =>
  Math.max(48, 20 + 6.9 * Math.max(...names.map(({ length }) => length)));

function colorOf(by: string, key: string): string {
  const store = by === 'store' && stores.find((one) => one === key);
  return store ? lookOf(store).stroke : 'var(--accent)';
}

export default function RowsChart({ bars, unit, by }: Props) {
  const rows = bars.map((one) => ({ ...one, short: cut(one.label) }));
  return (
    <ChartFrame>
      <BarChart
        data={rows}
        layout="vertical"
        margin={{ top: 0, right: 76, bottom: 0, left: 0 }}
        tabIndex={-1}
      >
        <XAxis
          type="number"
          hide
          domain={[(least: number) => Math.min(0, least), (most: number) => (most > 0 ? most : 1)]}
        />
        <YAxis
          type="category"
          dataKey="key"
          tickFormatter={(key: string) => rows.find((one) => one.key === key)?.short ?? key}
          tick={ticks}
          tickLine={false}
          axisLine={false}
          width={widthOf(rows.map(({ short }) => short))}
          interval={0}
        />
        <ReferenceLine x={0} stroke="var(--line)" />
        <Bar dataKey="value" isAnimationActive={false} maxBarSize={20}>
          {rows.map(({ key }) => (
            <Cell key={key} fill={colorOf(by, key)} />
          ))}
          <LabelList
            dataKey="value"
            position="right"
            formatter={(value) => (typeof value === 'number' ? figureOf(unit, value) : '')}
            fill="var(--text)"
            fontSize={12}
          />
        </Bar>
      </BarChart>
    </ChartFrame>
  );
}
