import { Inbox } from 'lucide-react';
import { useState } from 'react';
import { useRecord } from '../../../../platform/web/records/RecordView.tsx';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import { Badge } from '../../../../platform/web/ui/Badge.tsx';
import { Dialog } from '../../../../platform/web/ui/Dialog.tsx';
import { EmptyState } from '../../../../platform/web/ui/EmptyState.tsx';
import { useLeaveGuard } from '../../../../platform/web/ui/LeaveGuard.tsx';
import { NotLoaded } from '../../../../platform/web/ui/NotLoaded.tsx';
import { Skeleton } from '../../../../platform/web/ui/Skeleton.tsx';
import { StoreMark } from '../../../../platform/web/ui/StoreMark.tsx';
import { type LeadPage, typeNames } from '../../contract/lead.ts';
import { lostReasonNames, statusNames } from '../../contract/status.ts';
import { getLead } from '../../contract.ts';
import { NoShowBadge } from '../parts/NoShowBadge.tsx';
import { ResponseClock } from '../parts/ResponseClock.tsx';
import { tones } from '../state/labels.ts';
import { AnswerForm } from './AnswerForm.tsx';
import { AssigneeLine } from './AssigneeLine.tsx';
import { ContactOptions } from './ContactOptions.tsx';
import { History } from './History.tsx';
import { LeadLinks } from './LeadLinks.tsx';
import { MoveAppointment } from './MoveAppointment.tsx';
import { NoShowButton } from './NoShowButton.tsx';
import { RemoteSwitch } from './RemoteSwitch.tsx';
import { StatusButtons } from './StatusButtons.tsx';
import { Wanted } from './Wanted.tsx';

interface Props {
  leadId: number;
  me: number;
  onClose: () => void;
}

/** One lead: status and contact info, response form, vehicles and history. */
export default function LeadSheet({ leadId, me, onClose }: Props) {
  const { data, isMissing, error, retry } = useRecord(getLead, { params: { leadId } });
  const [note, setNote] = useState('');
  const guard = useLeaveGuard(note !== '', onClose);
  return (
    <Dialog
      open
      onOpenChange={(next) => next || guard.leave()}
      size="side"
      dismissable={note === ''}
      title={data?.customer.name ?? 'Lead'}
      description={data ? data.interest || 'No vehicle specified' : undefined}
    >
      {data ? (
        <LoadedLead lead={data} me={me} note={note} setNote={setNote} />
      ) : isMissing ? (
        <EmptyState
          icon={Inbox}
          title="Lead not found"
          description="It doesn’t exist, or it belongs to a store you don’t have access to."
        />
      ) : error ? (
        <NotLoaded what="this lead" error={error} icon={Inbox} onRetry={retry} />
      ) : (
        <Skeleton className="h-96" />
      )}
      {guard.dialog}
    </Dialog>
  );
}

interface LoadedProps {
  lead: LeadPage;
  me: number;
  /** Of a response that is being entered. */
  note: string;
  setNote: (note: string) => void;
}

function LoadedLead({ lead, me, note, setNote }: LoadedProps) {
  return (
    <div className="flex flex-col gap-5">
      <LeadStatus lead={lead} />
      <ContactOptions lead={lead} />
      {lead.may.edit && <AnswerForm lead={lead} note={note} setNote={setNote} />}
      <AssigneeLine lead={lead} me={me} />
      <StatusButtons lead={lead} />
      <Wanted lead={lead} />
      <LeadLinks lead={lead} />
      <History lead={lead} />
    </div>
  );
}

/** First attempt and first contact, whichever of them the clock measures. */
function Reached({ lead: { attemptedAt, contactedAt } }: { lead: LeadPage }) {
  if (attemptedAt === null) return null;
  return (
    <p className="flex flex-wrap gap-x-4 text-text">
      <span>
        <span className="text-muted">First attempt: </span>
        {weekdayTime(attemptedAt)}
      </span>
      <span>
        <span className="text-muted">First contact: </span>
        {contactedAt === null ? 'Not yet' : weekdayTime(contactedAt)}
      </span>
    </p>
  );
}

function LeadStatus({ lead }: { lead: LeadPage }) {
  const lost = lead.status === 'lost' && lead.lostReason;
  return (
    <div className="flex flex-col gap-2 text-sm">
      <p className="flex flex-wrap items-center gap-2">
        <Badge tone={tones[lead.status]}>{statusNames[lead.status]}</Badge>
        <ResponseClock lead={lead} />
        <NoShowBadge lead={lead} />
        {lead.isRemote && <Badge tone="info">Remote</Badge>}
        <span className="text-muted">{lead.source?.name ?? typeNames[lead.type]}</span>
        <StoreMark store={lead.store} className="text-muted" />
      </p>
      {lead.appointmentAt && (
        <p className="flex flex-wrap items-center gap-2 text-text">
          <span className="text-muted">Appointment: </span>
          {weekdayTime(lead.appointmentAt)}
          {lead.status === 'appointment' && lead.may.edit && <MoveAppointment lead={lead} />}
          {lead.may.markNoShow && <NoShowButton lead={lead} />}
        </p>
      )}
      <Reached lead={lead} />
      {lead.may.setRemote && <RemoteSwitch lead={lead} />}
      {lost && (
        <p className="text-text">
          <span className="text-muted">Lost: </span>
          {lostReasonNames[lost]}
        </p>
      )}
    </div>
  );
}
