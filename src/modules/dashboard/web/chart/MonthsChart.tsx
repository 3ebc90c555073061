import type { Store } from '../../../../platform/contract/access.ts';
import { marksOf } from '../../../../platform/web/charts/axes.ts';
import { ChartTip } from '../../../../platform/web/charts/ChartTip.tsx';
import { LineChart } from '../../../../platform/web/charts/LineChart.tsx';
import { lookOf } from '../../../../platform/web/charts/looks.ts';
import { fullMonthOf } from '../../../../platform/web/charts/months.ts';
import { wholeDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { countOf } from '../state/labels.ts';

interface Props {
  months: readonly string[];
  lines: readonly { store: Store; values: readonly (number | null)[] }[];
  isMoney: boolean;
}

const thousandsOf = (cents: number) => `$${countOf(Math.round(cents / 100_000))}K`;

export default function MonthsChart({ months, lines, isMoney }: Props) {
  const marks = marksOf(
    lines.flatMap(({ values }) => values),
    true,
  );
  const format = isMoney ? wholeDollarsOf : countOf;
  return (
    <LineChart
      months={months}
      lines={lines.map(({ store, values }) => ({ key: store, look: lookOf(store), values }))}
      marks={marks}
      format={isMoney ? thousandsOf : countOf}
      axisWidth={isMoney ? 60 : 36}
      tipOf={(at) => (
        <ChartTip
          title={fullMonthOf(months[at] ?? '')}
          lines={lines.flatMap(({ store, values }) => {
            const value = values[at] ?? null;
            if (value === null) return [];
            return [{ key: store, name: <StoreMark store={store} />, value: format(value) }];
          })}
        />
      )}
    />
  );
}
