import type { AnswerOf } from '../../../../platform/contract/endpoint.ts';
import { createEventLog } from '../../../../platform/server/records/events.ts';
import type * as calls from '../../contract.ts';

type EventData = AnswerOf<typeof calls.listDocumentEvents>[number]['data'];

export const { addEvent, listEvents } = createEventLog<EventData, string | null>(
  'document_events',
  'document_id',
);
