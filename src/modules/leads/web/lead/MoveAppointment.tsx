import { useState } from 'react';
import { call } from '../../../../platform/web/api/call.ts';
import { queryKeyFor } from '../../../../platform/web/api/queryClient.ts';
import { useRecordChange } from '../../../../platform/web/records/useRecordChange.ts';
import { Button } from '../../../../platform/web/ui/Button.tsx';
import type { LeadPage } from '../../contract/lead.ts';
import { getLead, moveAppointment } from '../../contract.ts';
import { AppointmentDialog } from '../parts/AppointmentDialog.tsx';
import { queries } from '../state/useLeads.ts';

/** Reschedules the appointment of a lead. */
export function MoveAppointment({ lead }: { lead: LeadPage }) {
  const [open, setOpen] = useState(false);
  const params = { leadId: lead.id };
  const { mutate, isPending } = useRecordChange({
    save: ({ appointmentAt, note }: { appointmentAt: string; note: string }) =>
      call(moveAppointment, {
        params,
        body: { version: lead.version, appointmentAt, ...(note && { note }) },
      }),
    recordKey: queryKeyFor(getLead, { params }),
    queries,
    failure: 'Couldn’t reschedule appointment',
    onSaved: () => setOpen(false),
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
