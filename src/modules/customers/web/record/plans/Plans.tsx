import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOptionsFor } from '../../../../../platform/web/api/queryClient.ts';
import { plural } from '../../../../../platform/web/format/amounts.ts';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Skeleton } from '../../../../../platform/web/ui/Skeleton.tsx';
import type { Choices } from '../../../contract/finding.ts';
import type { CustomerRecord } from '../../../contract/records.ts';
import { isPlanned, listWork } from '../../../contract/work.ts';
import { Section } from '../../parts/Section.tsx';
import { AppointmentLine } from './AppointmentLine.tsx';
import { PlanDialog } from './PlanDialog.tsx';
import { TaskLine } from './TaskLine.tsx';

const maxPast = 6;

interface Props {
  record: CustomerRecord;
  choices: Choices;
}

export function Plans({ record, choices }: Props) {
  const [planning, setPlanning] = useState<'task' | 'appointment' | null>(null);
  const { data } = useQuery({
    ...queryOptionsFor(listWork, { params: { customerId: record.id } }),
    refetchOnMount: 'always',
  });
  const tasks = data?.tasks.filter(({ doneAt }) => doneAt === null) ?? [];
  const appointments = data?.appointments.filter(isPlanned) ?? [];
  const past = data?.appointments.filter((one) => !isPlanned(one)) ?? [];
  const mayEdit = record.may.edit;
  return (
    <Section
      title="Tasks and appointments"
      action={
        mayEdit && (
          <span className="flex gap-1">
            <Button size="sm" variant="ghost" onClick={() => setPlanning('task')}>
              Add task
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
        <p className="text-sm text-muted">No open tasks or appointments.</p>
      )}
      <ul aria-label="Tasks" className="divide-y divide-border empty:hidden">
        {tasks.map((task) => (
          <TaskLine key={task.id} task={task} mayEdit={mayEdit} />
        ))}
      </ul>
      <ul aria-label="Appointments" className="divide-y divide-border empty:hidden">
        {appointments.map((one) => (
          <AppointmentLine key={one.id} appointment={one} mayEdit={mayEdit} />
        ))}
      </ul>
      {past.length > 0 && (
        <details className="pt-2">
          <summary className="w-fit cursor-pointer rounded-sm text-sm text-muted hover:text-text touch:min-h-10">
            {plural(past.length, 'past appointment')}
          </summary>
          <ul aria-label="Past appointments" className="divide-y divide-border">
            {past.slice(0, maxPast).map((one) => (
              <AppointmentLine key={one.id} appointment={one} mayEdit={mayEdit} />
            ))}
          </ul>
        </details>
      )}
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
