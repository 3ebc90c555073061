import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { Choices } from '../../../contract/finding.ts';
import type { CustomerRecord } from '../../../contract/records.ts';
import { listWork } from '../../../contract/work.ts';
import { Section } from '../Section.tsx';
import { AppointmentLine } from './AppointmentLine.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { TaskLine } from './TaskLine.tsx';

interface Props {
  record: CustomerRecord;
  choices: Choices;
}

/** What is to be done for a customer, and when they come. */
export function Plans({ record, choices }: Props) {
  const [planning, setPlanning] = useState<'task' | 'appointment' | null>(null);
  const { data } = useQuery({
    ...queryOptionsFor(listWork, { params: { customerId: record.id } }),
    refetchOnMount: 'always',
  });
  const tasks = data?.tasks.filter(({ doneAt }) => doneAt === null) ?? [];
  const appointments = data?.appointments ?? [];
  const mayEdit = record.may.edit;
  return (
    <Section
      title="Planned"
      action={
        mayEdit && (
          <span className="flex gap-1">
            <Button size="sm" variant="ghost" onClick={() => setPlanning('task')}>
              Plan task
            </Button>
            <Button size="sm" variant="ghost" onClick={() => setPlanning('appointment')}>
              Set appointment
            </Button>
          </span>
        )
      }
    >
      {!data && <Skeleton className="h-11" />}
      {data && tasks.length + appointments.length === 0 && (
        <p className="text-sm text-muted">Nothing is planned.</p>
      )}
      <ul aria-label="Tasks" className="divide-y divide-border empty:hidden">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} mayEdit={mayEdit} />
        ))}
      </ul>
      <ul aria-label="Appointments" className="divide-y divide-border empty:hidden">
        {appointments.slice(0, 6).map((one) => (
          <AppointmentLine key={one.id} appointment={one} mayEdit={mayEdit} />
        ))}
      </ul>
      {planning && (
        <PlanDialog
          key={planning}
          kind={planning}
          record={record}
          choices={choices}
          close={() => setPlanning(null)}
        />
      )}
    </Section>
  );
}
