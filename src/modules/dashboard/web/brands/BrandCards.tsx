import { clsx } from 'clsx';
import { storeNames } from '../../../../platform/contract/names.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { Brand, Stats } from '../../contract.ts';
import { ChangeLine } from '../cards/ChangeLine.tsx';
import { changeOf } from '../words.ts';
import { shownModels } from './shownModels.ts';

const columns = ['', '', '@4xl:grid-cols-2', '@4xl:grid-cols-3'];

/** What each brand sold this month, model by model, beside the same days of last month. */
export function BrandCards({ stats }: { stats: Stats | undefined }) {
  return (
    <ul
      aria-label="Sales by brand"
      className={clsx('grid gap-3', columns[stats?.brands.length ?? 3])}
    >
      {stats
        ? stats.brands.map((brand, _, { length }) => (
            <Card key={brand.store} brand={brand} alone={length === 1} />
          ))
        : ['one', 'two', 'three'].map((place) => (
            <li key={place}>
              <Skeleton className="h-90 rounded-md" />
            </li>
          ))}
    </ul>
  );
}

/** Alone in its row it is as wide as three: its sum stands beside its models. */
function Card({ brand, alone }: { brand: Brand; alone: boolean }) {
  const { store, units, before, models } = brand;
  return (
    <li
      className={clsx(
        'flex flex-col gap-3 rounded-md border border-border p-4',
        alone ? '@4xl:flex-row @4xl:gap-8' : 'min-h-90',
      )}
    >
      <div className={clsx(alone && '@4xl:w-64 @4xl:shrink-0')}>
        <h3 className="text-base font-semibold text-text">
          <StoreMark store={store} />
        </h3>
        <p className="mt-1 text-xl font-semibold tabular-nums text-text">{plural(units, 'unit')}</p>
        <ChangeLine change={changeOf(units, before)} />
      </div>
      {models.length === 0 ? (
        <p className="text-sm text-muted">
          No retail deal was delivered this month or in the same days of last month.
        </p>
      ) : (
        <ModelTable store={store} models={shownModels(models)} />
      )}
    </li>
  );
}

function ModelTable({ store, models }: Pick<Brand, 'store' | 'models'>) {
  const most = Math.max(1, ...models.map(({ units }) => units));
  return (
    <table className="w-full text-sm tabular-nums">
      <caption className="sr-only">{`${storeNames[store]}: units by model`}</caption>
      <thead>
        <tr className="text-xs text-muted">
          <th scope="col" className="py-1 text-left font-medium">
            Model
          </th>
          <th scope="col" className="w-20 py-1 text-right font-medium">
            This month
          </th>
          <th scope="col" className="w-20 py-1 text-right font-medium">
            Last month
          </th>
        </tr>
      </thead>
      <tbody>
        {models.map(({ name, units, before }) => (
          <tr key={name} className="border-t border-border">
            <th scope="row" className="max-w-0 py-1.5 pr-2 text-left font-normal text-text">
              <span className="block truncate">{name}</span>
              <Bar share={units / most} />
            </th>
            <td className="py-1.5 text-right align-top text-text">{units}</td>
            <td className="py-1.5 text-right align-top text-muted">{before}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const Bar = ({ share }: { share: number }) => (
  <span aria-hidden="true" className="mt-1 block h-1 rounded-full bg-fill">
    <span style={{ width: `${share * 100}%` }} className="block h-1 rounded-full bg-accent" />
  </span>
);
