import { Suspense } from 'react';
import { storeNames } from '../../../../platform/contract/names.ts';
import { lookOf } from '../../../../platform/web/charts/looks.ts';
import { MonthTable } from '../../../../platform/web/charts/MonthTable.tsx';
import { wholeDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { useAddress } from '../../../../platform/web/router/address.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { lazyPart } from '../../../../platform/web/ui/lazy/lazyPart.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Stats } from '../../contract.ts';

const MonthsChart = lazyPart(() => import('./MonthsChart.tsx'), {
  place: 'panel',
  className: 'h-full',
  isLate: true,
});

/** Twelve months by brand: units, or gross for those who may see it. */
export function MonthsPanel({ stats }: { stats: Stats | undefined }) {
  const { query, setQuery } = useAddress();
  const mayChoose = stats?.brands.some(({ grossCents }) => grossCents) ?? false;
  const isGross = mayChoose && query.get('chart') === 'gross';
  const choose = (chart: 'gross' | null) => () => setQuery({ chart });
  return (
    <Panel
      title={isGross ? 'Gross by brand' : 'Units by brand'}
      note="Last 12 months"
      action={
        mayChoose && (
          <fieldset aria-label="Chart measure" className="flex gap-1">
            <Choice name="Units" on={!isGross} choose={choose(null)} />
            <Choice name="Gross" on={isGross} choose={choose('gross')} />
          </fieldset>
        )
      }
    >
      <div className="h-72">{stats ? <Lines stats={stats} isGross={isGross} /> : <Waiting />}</div>
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

const Waiting = () => <Skeleton className="h-full w-full" />;

function Lines({ stats, isGross }: { stats: Stats; isGross: boolean }) {
  const { months, brands } = stats;
  const lines = brands.map(({ store, months: units, grossCents }) => ({
    store,
    values: isGross ? (grossCents ?? []) : units,
  }));
  if (lines.every(({ values }) => values.every((value) => value === null))) {
    return (
      <EmptyState
        className="h-full justify-center"
        title="No deliveries yet"
        description="This chart appears after the first retail delivery."
      />
    );
  }
  const format = (value: number | null) =>
    value === null ? null : isGross ? wholeDollarsOf(value) : value;
  return (
    <>
      <ul aria-hidden="true" className="mb-2 flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
        {lines.map(({ store }) => (
          <li key={store} className="flex items-center gap-2">
            <svg width="24" height="8">
              <title>{storeNames[store]}</title>
              <line x1="0" x2="24" y1="4" y2="4" {...lookOf(store)} strokeWidth="2" />
            </svg>
            {storeNames[store]}
          </li>
        ))}
      </ul>
      <div className="h-64">
        <Suspense fallback={<Waiting />}>
          <MonthsChart months={months} lines={lines} isMoney={isGross} />
        </Suspense>
      </div>
      <MonthTable
        caption={isGross ? 'Gross by brand and month' : 'Units by brand and month'}
        months={months}
        lines={lines.map(({ store, values }) => ({
          name: storeNames[store],
          values: values.map(format),
        }))}
      />
    </>
  );
}
