import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { getLead, moveAppointment } from '../../contract.ts';
import { toastFailure } from '../labels.ts';
import { AppointmentDialog } from '../moving/AppointmentDialog.tsx';
import { refreshLeads } from '../useLeads.ts';

/** Says when they come instead. */
export function MoveAppointment({ lead }: { lead: LeadPage }) {
  const client = useQueryClient();
  const [open, setOpen] = useState(false);
  const params = { leadId: lead.id };
  const { mutate, isPending } = useMutation({
    mutationFn: ({ appointmentAt, note }: { appointmentAt: string; note: string }) =>
      call(moveAppointment, {
        params,
        body: { version: lead.version, appointmentAt, ...(note && { note }) },
      }),
    onSuccess: (saved) => {
      client.setQueryData(queryKeyFor(getLead, { params }), saved);
      setOpen(false);
    },
    onError: (error) => toastFailure(error, 'Not moved'),
    onSettled: () => void refreshLeads(client),
  });
  return (
    <>
      <Button size="sm" aria-label="Move the appointment" onClick={() => setOpen(true)}>
        Move
      </Button>
      {open && (
        <AppointmentDialog
          lead={lead}
          verb="Move appointment"
          pending={isPending}
          onClose={() => setOpen(false)}
          onSubmit={(appointmentAt, note) => mutate({ appointmentAt, note })}
        />
      )}
    </>
  );
}
