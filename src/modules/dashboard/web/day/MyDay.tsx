import { Clock } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { wholeDollarsOf } from '../../../../platform/web/format/amounts.ts';
import { nearTime } from '../../../../platform/web/time/relativeTime.ts';
import { useNow } from '../../../../platform/web/time/useNow.ts';
import { Panel } from '../../../../platform/web/ui/frame/Panel.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Day, DayItem } from '../../contract.ts';
import { ChangeLine } from '../parts/ChangeLine.tsx';
import { changeOf, daysOf } from '../state/labels.ts';
import { useDay } from '../state/useDashboard.ts';

/** The user’s tasks, appointments and requests today, and their month to date. */
export function MyDay() {
  const { data, error, refetch } = useDay();
  if (!data && error) {
    return <NotLoaded what="your day" error={error} onRetry={refetch} />;
  }
  return (
    <Panel title="My day">
      {data ? <Parts day={data} /> : <Skeleton className="h-72 rounded-md" />}
    </Panel>
  );
}

/** For managers: only the open items, and nothing when there are none. */
export function MyOpenItems() {
  const { data } = useDay();
  const lists = [data?.tasks, data?.appointments, data?.requests];
  if (!data || lists.every((list) => !list?.length)) return null;
  return (
    <Panel title="My day">
      <Parts day={{ ...data, month: [] }} />
    </Panel>
  );
}

function Parts({ day }: { day: Day }) {
  const { tasks, appointments, requests, month, before } = day;
  return (
    <div className="grid gap-x-8 gap-y-6 @2xl:grid-cols-2">
      {tasks && (
        <DayList title="My tasks" items={tasks} late="overdue">
          No tasks due today.
        </DayList>
      )}
      {appointments && (
        <DayList title="My appointments" items={appointments} late="scheduled">
          No appointments today.
        </DayList>
      )}
      <DayList title="My requests" items={requests} late="overdue">
        No open requests for you.
      </DayList>
      {month.length > 0 && <MyMonth month={month} before={before} />}
    </div>
  );
}

interface DayListProps {
  title: string;
  items: readonly DayItem[];
  /** Shown before the time once it has passed. */
  late: string;
  /** Shown when the list is empty. */
  children: ReactNode;
}

function DayList({ title, items, late, children }: DayListProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="border-b border-border pb-1.5 text-sm font-semibold text-text">{title}</h3>
      {items.length === 0 ? (
        <p className="py-3 text-sm text-muted">{children}</p>
      ) : (
        <ul className="divide-y divide-border">
          {items.map((item) => (
            <DayRow key={item.id} item={item} late={late} />
          ))}
        </ul>
      )}
    </section>
  );
}

type Kind = Day['month'][number]['kind'];

const names: Record<Kind, { title: string; nothing: string; format: (value: number) => string }> = {
  units: { title: 'Units delivered', nothing: 'no units', format: (value) => String(value) },
  gross: { title: 'Gross', nothing: 'no gross', format: wholeDollarsOf },
  closedUnits: { title: 'Units closed', nothing: 'no units', format: (value) => String(value) },
  closedGross: { title: 'Gross closed', nothing: 'no gross', format: wholeDollarsOf },
  financeUnits: { title: 'F&I units', nothing: 'no units', format: (value) => String(value) },
  financeGross: { title: 'F&I gross', nothing: 'no gross', format: wholeDollarsOf },
  orders: { title: 'Repair orders closed', nothing: 'none', format: (value) => String(value) },
  hours: {
    title: 'Hours flagged',
    nothing: 'no hours',
    format: (value) => `${(value / 100).toLocaleString('en-US', { maximumFractionDigits: 1 })} h`,
  },
};

function MyMonth({ month, before: days }: Pick<Day, 'month' | 'before'>) {
  return (
    <section aria-label="My month" className="min-w-0">
      <h3 className="border-b border-border pb-1.5 text-sm font-semibold text-text">My month</h3>
      <dl className="divide-y divide-border">
        {month.map(({ kind, now, before }) => {
          const { title, nothing, format } = names[kind];
          return (
            <div key={kind} className="flex flex-wrap items-baseline justify-between gap-x-4 py-2">
              <dt className="text-sm text-muted">{title}</dt>
              <dd className="text-lg font-semibold tabular-nums text-text">{format(now)}</dd>
              <dd className="w-full">
                <ChangeLine change={changeOf(now, before, daysOf(days.from, days.to), nothing)} />
              </dd>
            </div>
          );
        })}
      </dl>
    </section>
  );
}

interface DayRowProps {
  item: DayItem;
  late: string;
}

function DayRow({ item, late }: DayRowProps) {
  const { title, whose, at, isLate, href } = item;
  const now = useNow();
  const time = at && nearTime(at, now);
  return (
    <li>
      <Link
        href={href}
        className="-mx-2 flex min-h-12 items-start justify-between gap-3 rounded-sm px-2 py-2 hover:bg-hover hover:no-underline"
      >
        <span className="min-w-0">
          <span className="block text-sm font-medium text-text max-sm:line-clamp-2 sm:truncate">
            {title}
          </span>
          <span className="block truncate text-xs text-muted">{whose}</span>
        </span>
        {time && (
          <span
            className={
              isLate
                ? 'flex shrink-0 items-center gap-1 text-xs font-medium text-danger'
                : 'shrink-0 text-xs text-muted'
            }
          >
            {isLate && <Clock aria-hidden="true" className="size-3" />}
            {isLate ? `${late} ${time}` : time}
          </span>
        )}
      </Link>
    </li>
  );
}
