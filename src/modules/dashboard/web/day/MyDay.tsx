import type { ReactNode } from 'react';
import { Panel } from '../../../../platform/web/frame/Panel.tsx';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { Day, Errand } from '../../contract.ts';
import { useDay } from '../useDashboard.ts';
import { MyMonth } from './MyMonth.tsx';
import { TaskLine } from './TaskLine.tsx';

/** The user’s tasks, appointments and requests today, and their month to date. */
export function MyDay() {
  const { data, isError, refetch } = useDay();
  if (!data && isError) {
    return (
      <EmptyState
        title="Couldn’t load your day"
        action={<Button onClick={() => void refetch()}>Try again</Button>}
      />
    );
  }
  return (
    <Panel title="My day">
      {data ? <Parts day={data} /> : <Skeleton className="h-72 rounded-md" />}
    </Panel>
  );
}

/** For managers: only the open items, and nothing when there are none. */
export function MyErrands() {
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
        <Errands title="My tasks" errands={tasks} late="overdue">
          No tasks due today.
        </Errands>
      )}
      {appointments && (
        <Errands title="My appointments" errands={appointments} late="scheduled">
          No appointments today.
        </Errands>
      )}
      <Errands title="My requests" errands={requests} late="overdue">
        No open requests for you.
      </Errands>
      {month.length > 0 && <MyMonth {...{ month, before }} />}
    </div>
  );
}

interface ErrandsProps {
  title: string;
  errands: readonly Errand[];
  /** Shown before the time once it has passed. */
  late: string;
  /** Shown when the list is empty. */
  children: ReactNode;
}

function Errands({ title, errands, late, children }: ErrandsProps) {
  return (
    <section aria-label={title} className="min-w-0">
      <h3 className="border-b border-border pb-1.5 text-sm font-semibold text-text">{title}</h3>
      {errands.length === 0 ? (
        <p className="py-3 text-sm text-muted">{children}</p>
      ) : (
        <ul className="divide-y divide-border">
          {errands.map((errand) => (
            <TaskLine key={errand.id} {...{ errand, late }} />
          ))}
        </ul>
      )}
    </section>
  );
}
