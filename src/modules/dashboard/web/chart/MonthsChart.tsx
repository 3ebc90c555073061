import {
  CartesianGrid,
  Line,
  LineChart,
  Tooltip,
  type TooltipContentProps,
  XAxis,
  YAxis,
} from 'recharts';
import type { Store } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { monthAxis, ticks } from '../../../../platform/web/charts/axes.ts';
import { ChartFrame } from '../../../../platform/web/charts/ChartFrame.tsx';
import { ChartTip } from '../../../../platform/web/charts/ChartTip.tsx';
import { lookOf } from '../../../../platform/web/charts/looks.ts';
import { fullMonthOf } from '../../../../platform/web/charts/months.ts';
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
    <ChartFrame>
      <LineChart data={rows} margin={{ top: 8, right: 12, bottom: 0, left: 0 }} tabIndex={-1}>
        <CartesianGrid vertical={false} stroke="var(--border)" />
        <XAxis {...monthAxis} />
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
    </ChartFrame>
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
