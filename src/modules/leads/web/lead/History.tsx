import { RecordHistory } from '../../../../platform/web/records/RecordSection.tsx';
import { weekdayTime } from '../../../../platform/web/time/moments.ts';
import type { LeadEvent, LeadPage } from '../../contract/lead.ts';
import { statusNames } from '../../contract/status.ts';
import { howNames, outcomeNames, visitResultNames, visitStepNames } from '../state/labels.ts';

/** The history of a lead, latest first. */
export function History({ lead }: { lead: LeadPage }) {
  return <RecordHistory events={lead.events} describe={describeEvent} />;
}

/** Title and detail of a history event. */
function describeEvent(data: LeadEvent['data']): { title: string; detail: string } {
  switch (data.kind) {
    case 'received':
      return { title: data.source ? `Received from ${data.source}` : 'Created', detail: '' };
    case 'resent':
      return { title: 'Resent by the source', detail: '' };
    case 'assigned': {
      if (data.to === null) return { title: 'Unassigned', detail: '' };
      const how = data.inTurn ? ' by rotation' : '';
      return { title: `Assigned to ${data.to}${how}`, detail: '' };
    }
    case 'answered': {
      const title = `${howNames[data.how]}: ${outcomeNames[data.outcome].toLowerCase()}`;
      return { title, detail: data.note };
    }
    case 'status': {
      if (data.from === data.to) {
        return { title: 'Appointment rescheduled', detail: data.reason ?? '' };
      }
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      return { title, detail: data.reason ?? '' };
    }
    case 'changed':
      return { title: 'Changed', detail: '' };
    case 'late':
      return { title: 'Response overdue', detail: '' };
    case 'no_show': {
      const detail = data.appointmentAt === null ? '' : weekdayTime(data.appointmentAt);
      return { title: 'No-show', detail };
    }
    case 'visit': {
      const result = data.result === null ? '' : visitResultNames[data.result];
      return { title: visitStepNames[data.step], detail: data.detail || result };
    }
    case 'remote':
      return { title: data.isRemote ? 'Sold remotely' : 'Not sold remotely', detail: '' };
  }
}
