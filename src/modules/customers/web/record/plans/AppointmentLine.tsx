import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { Link } from 'wouter';
import { call } from '../../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../../platform/web/api/queryClient.ts';
import { saveFile } from '../../../../../platform/web/download/save.ts';
import { Badge, type Tone } from '../../../../../platform/web/ui/Badge.tsx';
import { Button } from '../../../../../platform/web/ui/Button.tsx';
import { Menu, MenuContent, MenuItem, MenuTrigger } from '../../../../../platform/web/ui/Menu.tsx';
import { toastFailure } from '../../../../../platform/web/ui/toastFailure.ts';
import { saveAppointment } from '../../../contract/saving.ts';
import {
  type Appointment,
  type AppointmentStatus,
  getToday,
  nextStatuses,
  setAppointmentStatus,
} from '../../../contract/work.ts';
import { customerHref } from '../../../contract.ts';
import { momentOf } from '../../state/labels.ts';
import { refreshRelated } from '../../state/useCustomers.ts';
import { SaveButton } from '../SaveButton.tsx';

const statusViews: Record<AppointmentStatus, { tone: Tone; name: string; act: string }> = {
  set: { tone: 'neutral', name: 'Set', act: 'Reopen' },
  confirmed: { tone: 'info', name: 'Confirmed', act: 'Confirmed' },
  showed: { tone: 'success', name: 'Showed', act: 'Showed' },
  no_show: { tone: 'danger', name: 'No-show', act: 'No-show' },
  canceled: { tone: 'neutral', name: 'Canceled', act: 'Canceled' },
};

interface Props {
  appointment: Appointment;
  mayEdit: boolean;
  /** Shows the customer’s name. */
  named?: boolean;
}

export function AppointmentLine({ appointment, mayEdit, named }: Props) {
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (status: AppointmentStatus) =>
      call(setAppointmentStatus, {
        params: { appointmentId: appointment.id },
        body: { version: appointment.version, status },
      }),
    onError: (error) => toastFailure(error, 'Couldn’t update appointment'),
    onSettled: () => {
      refreshRelated(client, appointment.customerId);
      return client.invalidateQueries({ queryKey: queryKeyFor(getToday) });
    },
  });
  const { tone, name } = statusViews[appointment.status];
  const next = nextStatuses[appointment.status];
  const params = { customerId: appointment.customerId, appointmentId: appointment.id };
  const kindName = appointment.kind === 'sales' ? 'Sales' : 'Service';
  return (
    <li className="flex items-start justify-between gap-3 py-2">
      <span className="min-w-0">
        <span className="block text-base text-text">
          <time dateTime={appointment.startsAt}>{momentOf(appointment.startsAt)}</time>
        </span>
        <span className="block text-xs text-muted">
          {named && (
            <Link href={customerHref(appointment.customerId)} className="text-accent underline">
              {appointment.customerName}
            </Link>
          )}
          {named && ' · '}
          {[kindName, appointment.note, !named && appointment.assignee.name]
            .filter(Boolean)
            .join(' · ')}
        </span>
      </span>
      <span className="flex shrink-0 items-center gap-1">
        <SaveButton
          iconOnly
          label={`Add appointment on ${momentOf(appointment.startsAt)} to calendar`}
          save={() => saveFile(saveAppointment, { params })}
        />
        {mayEdit && next.length > 0 ? (
          <Menu>
            <MenuTrigger asChild>
              <Button size="sm" pending={isPending} aria-label={`${name}: change status`}>
                <Badge tone={tone}>{name}</Badge>
                <ChevronDown aria-hidden="true" />
              </Button>
            </MenuTrigger>
            <MenuContent align="end">
              <StatusItems appointment={appointment} next={next} onChoose={mutate} />
            </MenuContent>
          </Menu>
        ) : (
          <Badge tone={tone}>{name}</Badge>
        )}
      </span>
    </li>
  );
}

interface StatusItemsProps {
  appointment: Appointment;
  next: readonly AppointmentStatus[];
  onChoose: (status: AppointmentStatus) => void;
}

/** Rendered when the menu opens, so that the page may have been open since before the appointment. */
function StatusItems({ appointment, next, onChoose }: StatusItemsProps) {
  const isAhead = Date.parse(appointment.startsAt) > Date.now();
  return next.map((status) => (
    <MenuItem
      key={status}
      disabled={status === 'no_show' && isAhead}
      onSelect={() => onChoose(status)}
    >
      {statusViews[status].act}
    </MenuItem>
  ));
}
