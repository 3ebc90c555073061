import { ChevronRight } from 'lucide-react';
import { Link } from 'wouter';
import type { Grants } from '../../../../platform/contract/access.ts';
import { MonthTable } from '../../../../platform/web/charts/MonthTable.tsx';
import { ErrorBoundary } from '../../../../platform/web/ui/frame/ErrorBoundary.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Headline as Name, Stats } from '../../contract.ts';
import { ChangeLine } from '../parts/ChangeLine.tsx';
import { Explained } from '../parts/Explained.tsx';
import { daysOf, headlineChange, headlineNames, headlineOf, headlines } from '../state/labels.ts';
import { listOf } from '../state/lists.ts';
import { Sparkline } from './Sparkline.tsx';

interface Props {
  stats: Stats | undefined;
  user: Grants;
}

export function StatCards({ stats, user }: Props) {
  return (
    <ul aria-label="This month" className="grid gap-3 @xl:grid-cols-2 @5xl:grid-cols-4">
      {headlines.map((name) => (
        <li key={name} className="h-40 rounded-md border border-border p-4">
          {stats ? (
            <ErrorBoundary place="row" className="m-0! border-0! p-0!">
              <Card name={name} stats={stats} user={user} />
            </ErrorBoundary>
          ) : (
            <Waiting name={name} />
          )}
        </li>
      ))}
    </ul>
  );
}

interface CardProps {
  name: Name;
  stats: Stats;
  user: Grants;
}

function Card({ name, stats, user }: CardProps) {
  const { from, to, beforeFrom, beforeTo } = stats.days;
  return (
    <>
      <h2 className="text-sm font-medium text-muted">
        <Explained
          name={headlineNames[name]}
          figure={name}
          note={`${daysOf(from, to)} vs ${daysOf(beforeFrom, beforeTo)}.`}
        />
      </h2>
      <Headline name={name} stats={stats} user={user} />
      <ChangeLine change={headlineChange(name, stats)} className="mb-3" />
      <Sparkline values={stats.history[name]} />
      <MonthTable
        caption={`${headlineNames[name]} by month`}
        months={stats.months}
        lines={[
          {
            name: headlineNames[name],
            values: stats.history[name].map((value) => value && headlineOf(name, value)),
          },
        ]}
      />
    </>
  );
}

function Waiting({ name }: { name: Name }) {
  return (
    <>
      <h2 className="text-sm font-medium text-muted">{headlineNames[name]}</h2>
      <Skeleton className="mt-3 h-6 w-24" />
      <Skeleton className="mt-3 h-3 w-36" />
      <Skeleton className="mt-4 h-9 w-full" />
    </>
  );
}

interface HeadlineProps {
  name: Name;
  stats: Stats;
  user: Grants;
}

/** A headline figure; links to the records it counts when the user may see them. */
function Headline({ name, stats, user }: HeadlineProps) {
  const figure = headlineOf(name, stats[name]);
  const list = listOf(name, stats, user);
  const look = 'mt-1 flex text-2xl font-semibold tabular-nums text-text';
  if (!list) return <p className={look}>{figure}</p>;
  return (
    <p className={look}>
      <Link
        href={list.href}
        aria-label={`${figure}: ${list.what}`}
        className="group flex items-center gap-1 text-text hover:text-accent hover:underline touch:-my-1 touch:min-h-10"
      >
        {figure}
        <ChevronRight aria-hidden="true" className="size-4 text-muted group-hover:text-accent" />
      </Link>
    </p>
  );
}
