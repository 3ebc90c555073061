import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { toInput } from '../../../../platform/web/time/inputs.ts';
import { exactTime } from '../../../../platform/web/time/moments.ts';
import { zonedLabel, zoneMark } from '../../../../platform/web/time/zoneWords.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { statusLabel } from '../../../../platform/web/ui/StatusDot.tsx';
import { TextField } from '../../../../platform/web/ui/TextField.tsx';
import { toast } from '../../../../platform/web/ui/toast.ts';
import type { CurrentUser } from '../../../access/contract.ts';
import { updateCurrentUser } from '../../../access/web/public.ts';
import { type Status, statuses } from '../../../people/contract.ts';
import { setStatus, statusDescriptions } from '../../../presence/contract.ts';
import { toastFailure } from '../failure.ts';
import { Section } from '../Section.tsx';
import { untilChoices, untilOf } from './until.ts';

const messageLength = 100;

/** Whether one is here, in words of one's own, and until when. */
export function StatusSection({ user }: { user: CurrentUser }) {
  const [status, setChosen] = useState<Status>(user.status === 'offline' ? 'online' : user.status);
  const [message, setMessage] = useState(user.statusMessage ?? '');
  const [choice, setChoice] = useState(user.statusUntil ? 'at' : '');
  const [own, setOwn] = useState(user.statusUntil ? toInput(user.statusUntil) : '');
  const { mutate, isPending } = useSaveStatus(user);
  const until = untilOf(choice, own, new Date());
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
      description="Colleagues see it beside your name. With an end, it goes back to Online by itself."
    >
      <form onSubmit={submit} noValidate className="flex flex-col gap-4">
        <SelectField
          label="Status"
          options={statuses.map((value) => ({ value, label: statusLabel(value) }))}
          hint={statusDescriptions[status]}
          value={status}
          onChange={(event) => setChosen(event.target.value as Status)}
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
            value={own}
            error={past ? 'Choose a time that is still to come' : undefined}
            onChange={(event) => setOwn(event.target.value)}
          />
        )}
        <Button type="submit" className="self-start" pending={isPending} pendingLabel="Saving...">
          Save status
        </Button>
      </form>
    </Section>
  );
}

interface Wanted {
  status: Status;
  statusMessage: string | null;
  statusUntil: string | null;
}

function useSaveStatus(user: CurrentUser) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Wanted) => call(setStatus, { params: { id: user.id }, body }),
    onSuccess: ({ status, statusMessage, statusUntil }, wanted) => {
      // Others see the invisible as offline; oneself sees what one chose.
      const shown = status === 'offline' ? wanted.status : status;
      updateCurrentUser(client, { status: shown, statusMessage, statusUntil });
      const description = `Your status has been changed to ${wanted.status}`;
      toast({ title: 'Status Updated', description });
    },
    onError: (error) => toastFailure(error, 'Failed to update status'),
  });
}
