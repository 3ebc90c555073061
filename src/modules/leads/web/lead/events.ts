import type { LeadEvent } from '../../contract/lead.ts';
import { statusNames } from '../../contract/status.ts';
import { howNames, outcomeNames } from '../labels.ts';

/** What happened, in a few words, and what of it one may want to know. */
export function describeEvent(data: LeadEvent['data']): { title: string; detail: string } {
  switch (data.kind) {
    case 'received':
      return { title: data.source ? `Received from ${data.source}` : 'Written down', detail: '' };
    case 'resent':
      return { title: 'Sent again by the source', detail: '' };
    case 'assigned': {
      if (data.to === null) return { title: 'Given to nobody', detail: '' };
      const turn = data.inTurn ? ', whose turn it was' : '';
      return { title: `Given to ${data.to}${turn}`, detail: '' };
    }
    case 'answered': {
      const title = `${howNames[data.how]}: ${outcomeNames[data.outcome].toLowerCase()}`;
      return { title, detail: data.note };
    }
    case 'status': {
      if (data.from === data.to) return { title: 'Appointment moved', detail: data.reason ?? '' };
      const title = `${statusNames[data.from]} → ${statusNames[data.to]}`;
      return { title, detail: data.reason ?? '' };
    }
    case 'changed':
      return { title: 'Changed', detail: '' };
    case 'late':
      return { title: 'Nobody answered in time', detail: '' };
  }
}
