import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../platform/web/api/call.ts';
import { SelectField } from '../../../../platform/web/ui/SelectField.tsx';
import { toastFailure } from '../../../../platform/web/ui/toastFailure.ts';
import { type ClockStop, clockStopNames, clockStops } from '../../contract/lead.ts';
import { setResponseClock } from '../../contract/settings.ts';
import { refreshLeads } from '../state/useLeads.ts';

interface Props {
  clockStop: ClockStop;
  mayChange: boolean;
}

/** What stops the response clock; for the whole group, so only managers of all stores can change it. */
export function ClockSetting({ clockStop, mayChange }: Props) {
  const client = useQueryClient();
  const { mutate, isPending, variables } = useMutation({
    mutationFn: (next: ClockStop) => call(setResponseClock, { body: { clockStop: next } }),
    onError: (error) => toastFailure(error, 'Couldn’t save changes'),
    // All response clocks depend on it.
    onSettled: () => refreshLeads(client),
  });
  return (
    <SelectField
      label="Response clock stops at"
      className="border-b border-border pb-5"
      hint={
        mayChange
          ? 'Same for all stores. Reports of earlier months change with it.'
          : 'Same for all stores. Only a manager of all stores can change it.'
      }
      options={clockStops.map((value) => ({ value, label: clockStopNames[value] }))}
      disabled={!mayChange || isPending}
      value={isPending ? variables : clockStop}
      onChange={(event) => mutate(event.target.value as ClockStop)}
    />
  );
}
