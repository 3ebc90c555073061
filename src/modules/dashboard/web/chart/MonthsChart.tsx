import {
  CartesianGrid,
  Line,
  LineChart,
  ResponsiveContainer,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { axisLine, ticks } from '../../../../platform/web/charts/axes.ts';
import { ChartTip } from '../../../../platform/web/charts/ChartTip.tsx';
import { lookOf } from '../../../../platform/web/charts/looks.ts';
import { fullMonthOf, monthOf } from '../../../../platform/web/charts/months.ts';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { countOf, formatDollars } from '../state/labels.ts';

interface Props {
  months: readonly string[];
  lines: readonly { store: Store; values: readonly (number | null)[] }[];
  isMoney: boolean;
}

const thousandsOf = (cents: number) => `$${countOf(Math.round(cents / 100_000))}K`;

export default function MonthsChart({ months, lines, isMoney }: Props) {
  const rows = months.map((month, at) => ({
    month,
    ...Object.fromEntries(lines.map(({ store, values }) => [store, values[at] ?? null])),
  }));
  return (
    <div aria-hidden="true" className="h-full">
      <ResponsiveContainer
        width="100%"
        height="100%"
        initialDimension={{ width: 640, height: 256 }}
      >
        <LineChart data={rows} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} tabIndex={-1}>
          <CartesianGrid vertical={false} stroke="var(--border)" />
          <XAxis
            dataKey="month"
            tickFormatter={monthOf}
            tick={ticks}
            tickLine={false}
            axisLine={axisLine}
            minTickGap={12}
          />
          <YAxis
            domain={[0, 'auto']}
            allowDecimals={false}
            tickFormatter={isMoney ? thousandsOf : countOf}
            tick={ticks}
            tickLine={false}
            axisLine={false}
            width={isMoney ? 60 : 36}
          />
          <Tooltip
            isAnimationActive={false}
            cursor={{ stroke: 'var(--line)' }}
            content={(shown) => <Month {...shown} isMoney={isMoney} />}
          />
          {lines.map(({ store }) => (
            <Line
              key={store}
              dataKey={store}
              name={storeNames[store]}
              {...lookOf(store)}
              strokeWidth={2}
              type="linear"
              isAnimationActive={false}
              dot={{ r: 2.5, fill: lookOf(store).stroke, strokeDasharray: 'none' }}
              activeDot={{ r: 4 }}
            />
          ))}
        </LineChart>
      </ResponsiveContainer>
    </div>
  );
}

type Shown = Pick<TooltipContentProps, 'active' | 'payload' | 'label'>;

function Month({ active, payload, label, isMoney }: Shown & { isMoney: boolean }) {
  if (!active || payload.length === 0) return null;
  return (
    <ChartTip
      title={fullMonthOf(String(label))}
      lines={payload.map(({ dataKey, value }) => ({
        key: String(dataKey),
        name: <StoreMark store={dataKey as Store} />,
        value: isMoney ? formatDollars(Number(value)) : countOf(Number(value)),
      }))}
    />
  );
}
