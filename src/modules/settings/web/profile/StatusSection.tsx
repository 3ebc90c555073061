import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { atClock, fromInput, toInput, weekdayAt } from '../../../../platform/web/time/inputs.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { zonedLabel, zoneMark } from '../../../../platform/web/time/zoneLabels.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import { toastError } from '../../../../platform/web/ui/toastFailure.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { updateCurrentUser } from '../../../access/web/public.ts';
import { type Status, statuses } from '../../../people/contract.ts';
import { setStatus, statusDescriptions } from '../../../presence/contract.ts';
import { Section } from '../Section.tsx';

const messageLength = 100;

/** The user's status, with a message and an end time. */
export function StatusSection({ user }: { user: CurrentUser }) {
  const [status, setStatusValue] = useState<Status>(
    user.status === 'offline' ? 'online' : user.status,
  );
  const [message, setMessage] = useState(user.statusMessage ?? '');
  const [choice, setChoice] = useState(user.statusUntil ? 'at' : '');
  const [customUntil, setCustomUntil] = useState(user.statusUntil ? toInput(user.statusUntil) : '');
  const { mutate, isPending } = useSaveStatus(user);
  const until = untilOf(choice, customUntil, new Date());
  const past = choice === 'at' && until !== null && until.getTime() <= Date.now();
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (past || isPending) return;
    mutate({
      status,
      statusMessage: message.trim() || null,
      statusUntil: until?.toISOString() ?? null,
    });
  };
  return (
    <Section
      title="Status"
      description="Shown next to your name. With an end time, it goes back to Online automatically."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <SelectField
          label="Status"
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          hint={statusDescriptions[status]}
          value={status}
          onChange={(event) => setStatusValue(event.target.value as Status)}
        />
        <TextField
          label="Message"
          placeholder="In the service lane"
          maxLength={messageLength}
          value={message}
          onChange={(event) => setMessage(event.target.value)}
        />
        <SelectField
          label="Ends"
          placeholder="When you change it"
          options={untilChoices}
          hint={until && choice !== 'at' ? `${exactTime(until)}${zoneMark(until)}` : undefined}
          value={choice}
          onChange={(event) => setChoice(event.target.value)}
        />
        {choice === 'at' && (
          <TextField
            label={zonedLabel('Until')}
            type="datetime-local"
            min={toInput(new Date())}
            value={customUntil}
            error={past ? 'Choose a time in the future' : undefined}
            onChange={(event) => setCustomUntil(event.target.value)}
          />
        )}
        <Button type="submit" className="self-start" pending={isPending} pendingLabel="Saving…">
          Save status
        </Button>
      </form>
    </Section>
  );
}

interface StatusChange {
  status: Status;
  statusMessage: string | null;
  statusUntil: string | null;
}

function useSaveStatus(user: CurrentUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: StatusChange) => call(setStatus, { params: { id: user.id }, body }),
    onSuccess: ({ status, statusMessage, statusUntil }, change) => {
      // Others see the invisible as offline; the user sees the chosen status.
      const shown = status === 'offline' ? change.status : status;
      updateCurrentUser(client, { status: shown, statusMessage, statusUntil });
      const description = `Your status has been changed to ${change.status}`;
      toast({ title: 'Status Updated', description });
    },
    onError: (error) => toastError(error, 'Failed to update status'),
  });
}

const minute = 60_000;

/** When a status can end automatically; the value is the select value. */
const untilChoices = [
  { value: '30', label: 'In 30 minutes' },
  { value: '60', label: 'In 1 hour' },
  { value: '240', label: 'In 4 hours' },
  { value: 'today', label: 'At the end of today' },
  { value: 'week', label: 'At the end of this week' },
  { value: 'at', label: 'Custom time' },
];

const endOfDay = '23:59:59';

/** The end time of a choice; null for none. */
function untilOf(choice: string, customTime: string, now: Date): Date | null {
  if (choice === 'at') return fromInput(customTime);
  if (choice === 'today') return atClock(now, 0, endOfDay);
  if (choice === 'week') return atClock(now, (7 - weekdayAt(now)) % 7, endOfDay);
  return Number(choice) > 0 ? new Date(now.getTime() + Number(choice) * minute) : null;
}
