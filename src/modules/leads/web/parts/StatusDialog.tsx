import type { Lead } from '../../contract/lead.ts';
import type { Status } from '../../contract/status.ts';
import type { Change } from '../state/useStatusChange.ts';
import { AppointmentDialog } from './AppointmentDialog.tsx';
import { LostDialog } from './LostDialog.tsx';

interface Props {
  lead: Lead;
  to: Status;
  pending: boolean;
  onClose: () => void;
  onSubmit: (change: Change) => void;
}

/** Asks for the details a status change requires. */
export function StatusDialog({ lead, to, pending, onClose, onSubmit }: Props) {
  const withNote = (note: string) => (note === '' ? {} : { note });
  if (to === 'lost') {
    return (
      <LostDialog
        lead={lead}
        pending={pending}
        onClose={onClose}
        onSubmit={(lostReason, note) => onSubmit({ status: to, lostReason, ...withNote(note) })}
      />
    );
  }
  return (
    <AppointmentDialog
      lead={lead}
      pending={pending}
      onClose={onClose}
      onSubmit={(appointmentAt, note) => onSubmit({ status: to, appointmentAt, ...withNote(note) })}
    />
  );
}
