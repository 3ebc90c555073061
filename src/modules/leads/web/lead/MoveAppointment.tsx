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

/** Reschedules the appointment of a lead. */
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
    onError: (error) => toastFailure(error, "Couldn't reschedule appointment"),
    onSettled: () => void refreshLeads(client),
  });
  return (
    <>
      <Button size="sm" aria-label="Reschedule appointment" onClick={() => setOpen(true)}>
        Reschedule
      </Button>
      {open && (
        <AppointmentDialog
          lead={lead}
          verb="Reschedule"
          pending={isPending}
          onClose={() => setOpen(false)}
          onSubmit={(appointmentAt, note) => mutate({ appointmentAt, note })}
        />
      )}
    </>
  );
}
