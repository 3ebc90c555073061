import { useQuery } from '@tanstack/react-query';
import { CalendarCheck } from 'lucide-react';
import { queryOptionsFor } from '../../../../platform/web/api/queryClient.ts';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import type { CurrentUser } from '../../../access/contract.ts';
import { getToday, type Today } from '../../contract/work.ts';
import { Section } from '../parts/Section.tsx';
import { AppointmentLine } from '../record/plans/AppointmentLine.tsx';
import { TaskLine } from '../record/plans/TaskLine.tsx';
import { useChoices } from '../state/useCustomers.ts';
import { UpsLog } from './UpsLog.tsx';

const refetchMs = 60_000;

/** The user’s tasks and appointments of today, and the showroom log. */
export default function TodayView({ user }: { user: CurrentUser }) {
  const choices = useChoices();
  const { data, error, refetch } = useQuery({
    ...queryOptionsFor(getToday),
    refetchOnMount: 'always',
    refetchInterval: refetchMs,
  });
  if (!data && error)
    return <NotLoaded what="your tasks and appointments" error={error} onRetry={refetch} />;
  return (
    <div className="@container">
      <div className="grid gap-x-10 @4xl:grid-cols-[minmax(0,24rem)_minmax(0,1fr)]">
        <div>
          {data ? (
            <MyWork today={data} mayEdit={choices.may.create} />
          ) : (
            <Skeleton className="h-80" />
          )}
        </div>
        <div className="min-w-0 @max-4xl:border-t @max-4xl:border-border @max-4xl:pt-4">
          <UpsLog choices={choices} me={user.id} />
        </div>
      </div>
    </div>
  );
}

function MyWork({ today, mayEdit }: { today: Today; mayEdit: boolean }) {
  const { tasks, appointments } = today;
  const overdue = tasks.filter(({ dueAt }) => dueAt < today.now);
  return (
    <>
      <Section title={overdue.length > 0 ? `My tasks, ${overdue.length} overdue` : 'My tasks'}>
        {tasks.length === 0 ? (
          <p className="flex items-center gap-2 text-sm text-muted">
            <CalendarCheck aria-hidden="true" className="size-4" />
            No tasks due today.
          </p>
        ) : (
          <ul aria-label="My tasks" className="divide-y divide-border">
            {tasks.map((task) => (
              <TaskLine key={task.id} task={task} mayEdit={mayEdit} named />
            ))}
          </ul>
        )}
      </Section>
      <Section title="My appointments">
        {appointments.length === 0 ? (
          <p className="text-sm text-muted">No appointments today.</p>
        ) : (
          <ul aria-label="My appointments" className="divide-y divide-border">
            {appointments.map((one) => (
              <AppointmentLine key={one.id} appointment={one} mayEdit={mayEdit} named />
            ))}
          </ul>
        )}
      </Section>
    </>
  );
}
