import type { ColumnType, Generated, Selectable } from 'kysely';
import type { Db } from '../../../platform/server/db/database.ts';
import type { ChatTables } from '../../chat/server/public.ts';
import type { HistoryEvent } from '../contract/history.ts';
import type { Kind, RequestPart } from '../contract.ts';

interface RequestsTable {
  message_id: string;
  channel_id: string;
  kind: Kind;
  status: RequestPart['status'];
  asked_at: Date;
  asked_by: number;
  owner_id: number | null;
  claimed_at: Date | null;
  due_at: Date | null;
  closed_at: Date | null;
  closed_by: number | null;
  overdue_notified_at: Date | null;
  escalated_at: Date | null;
  withdrawn_at: Date | null;
}

export type EventAct = HistoryEvent['act'];

interface EventsTable {
  id: ColumnType<number, never, never>;
  message_id: string;
  at: Generated<Date>;
  actor_id: number | null;
  act: EventAct;
  kind: Kind;
  owner_id: number | null;
  due_at: Date | string | null;
}

type RequestTables = ChatTables & {
  chat_requests: RequestsTable;
  chat_request_events: EventsTable;
};
export type RequestDb = Db<RequestTables>;
export type RequestRow = Selectable<RequestsTable>;
