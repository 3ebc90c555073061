import { clsx } from 'clsx';
import { Link } from 'wouter';
import { permits, type Store, stores } from '../../../../platform/contract/access.ts';
import { storeNames } from '../../../../platform/contract/names.ts';
import { plural } from '../../../../platform/web/format/amounts.ts';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { type Brand, recordAccess, type Stats } from '../../contract.ts';
import { ChangeLine } from '../parts/ChangeLine.tsx';
import { changeOf, daysBefore } from '../state/labels.ts';
import { soldHref } from '../state/lists.ts';
import { shownModels } from './shownModels.ts';

const columns = ['', '', '@4xl:grid-cols-2', '@4xl:grid-cols-3'];
/** The height of a full card, so nothing below shifts when the data arrives. */
const heights = { beside: 'h-94', alone: 'h-94 @4xl:h-72' };
const minHeights = { beside: 'min-h-94', alone: 'min-h-94 @4xl:min-h-72' };

const expectedOf = ({ storeAccess }: Props['user']): readonly Store[] =>
  storeAccess.includes('all') ? stores : stores.filter((store) => storeAccess.includes(store));

interface Props {
  stats: Stats | undefined;
  user: CurrentUser;
}

/** Units of each brand this month by model, compared with the same days of last month. */
export function BrandCards({ stats, user }: Props) {
  const expected = expectedOf(user);
  return (
    <ul
      aria-label="Sales by brand"
      className={clsx('grid gap-3', columns[stats?.brands.length ?? expected.length])}
    >
      {stats
        ? stats.brands.map((brand, _, { length }) => (
            <Card key={brand.store} brand={brand} stats={stats} user={user} alone={length === 1} />
          ))
        : expected.map((store, _, { length }) => (
            <li key={store}>
              <Skeleton
                className={clsx('rounded-md', heights[length === 1 ? 'alone' : 'beside'])}
              />
            </li>
          ))}
    </ul>
  );
}

interface CardProps {
  brand: Brand;
  stats: Stats;
  user: CurrentUser;
  alone: boolean;
}

/** A single card spans the row, with its total beside the models. */
function Card({ brand, stats, user, alone }: CardProps) {
  const { store, units, before, models } = brand;
  const days = daysBefore(stats);
  const text = plural(units, 'unit');
  const mayOpen = permits(recordAccess, user);
  return (
    <li
      className={clsx(
        'flex flex-col gap-3 rounded-md border border-border p-4',
        alone && '@4xl:flex-row @4xl:gap-8',
        minHeights[alone ? 'alone' : 'beside'],
      )}
    >
      <div className={clsx(alone && '@4xl:w-64 @4xl:shrink-0')}>
        <h3 className="text-base font-semibold text-text">
          <StoreMark store={store} />
        </h3>
        <p className="mt-1 text-xl font-semibold tabular-nums text-text">
          {mayOpen ? (
            <Link
              href={soldHref(stats.days.from.slice(0, 7), store)}
              aria-label={`${text}: deals delivered this month`}
              className="text-text hover:text-accent hover:underline touch:inline-flex touch:min-h-10 touch:items-center"
            >
              {text}
            </Link>
          ) : (
            text
          )}
        </p>
        <ChangeLine change={changeOf(units, before, days)} />
      </div>
      {models.length === 0 ? (
        <p className="text-sm text-muted">
          {`No retail deals delivered this month or from ${days}.`}
        </p>
      ) : (
        <ModelTable store={store} models={shownModels(models)} before={days} />
      )}
    </li>
  );
}

function ModelTable({
  store,
  models,
  before: days,
}: Pick<Brand, 'store' | 'models'> & { before: string }) {
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
            {days}
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
