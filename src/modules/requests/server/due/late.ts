import { sql } from 'kysely';
import { readersAmong } from '../../../chat/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import { findPersonById, leadersOf, listLeaders } from '../../../people/server/public.ts';
import { kindNames } from '../../contract.ts';
import { type NotificationText, notifyPeople } from '../notify/notify.ts';
import { previewOf } from '../notify/step.ts';
import type { EventAct, RequestDb, RequestRow } from '../tables.ts';

/** An overdue request with the fields its notifications need. */
export interface LateRequest extends RequestRow {
  content: string;
  owner_name: string | null;
}

/** Notifies assignee and requester that it is overdue, if they may read the channel. */
export async function notifyOverdue(tx: RequestDb, request: LateRequest): Promise<Unpublished[]> {
  const eventId = await recordEvent(tx, request, 'overdue');
  const both = [request.asked_by, request.owner_id].filter((id) => id !== null);
  const readers = await readersAmong(tx, request.channel_id, both);
  return [await notifyAbout(tx, request, eventId, [...readers])];
}

/** Still overdue: notifies the managers of the assignee, or else of the requester. */
export async function notifyEscalated(tx: RequestDb, request: LateRequest): Promise<Unpublished[]> {
  const eventId = await recordEvent(tx, request, 'escalated');
  const leaders = await findLeaders(tx, {
    channelId: request.channel_id,
    personId: request.owner_id ?? request.asked_by,
    excludedIds: [request.asked_by, request.owner_id].filter((id) => id !== null),
  });
  return [await notifyAbout(tx, request, eventId, leaders)];
}

function notifyAbout(tx: RequestDb, request: LateRequest, eventId: number, userIds: number[]) {
  const { channel_id: channelId, message_id: messageId, kind, owner_name: owner } = request;
  const text: NotificationText = {
    userIds,
    title: `${kindNames[kind]} is overdue: ${owner ? `assigned to ${owner}` : 'unassigned'}`,
    message: previewOf(request),
    type: 'warning',
  };
  return notifyPeople(tx, { channelId, messageId }, eventId, text);
}

/** Marks the row and appends to the history; returns the event id. */
async function recordEvent(
  tx: RequestDb,
  { message_id: id, kind, owner_id, due_at }: LateRequest,
  act: Extract<EventAct, 'overdue' | 'escalated'>,
): Promise<number> {
  const column = act === 'overdue' ? 'overdue_notified_at' : 'escalated_at';
  await sql`update chat_requests set ${sql.ref(column)} = now()
    where message_id = ${id}`.execute(tx);
  const event = { message_id: id, actor_id: null, act, kind, owner_id, due_at };
  const { id: eventId } = await tx
    .insertInto('chat_request_events')
    .values(event)
    .returning('id')
    .executeTakeFirstOrThrow();
  return eventId;
}

interface LeaderQuery {
  channelId: string;
  /** The person whose managers are wanted. */
  personId: number;
  /** People already notified; the nearest managers besides them are returned. */
  excludedIds: readonly number[];
}

const maxLeaders = 10;

/** A person's managers who may read the channel. */
async function findLeaders(
  db: RequestDb,
  { channelId, personId, excludedIds }: LeaderQuery,
): Promise<number[]> {
  const person = await findPersonById(db, personId);
  if (!person) return [];
  const others = (await listLeaders(db)).filter(({ id }) => !excludedIds.includes(id));
  const ids = others.map(({ id }) => id);
  const readers = await readersAmong(db, channelId, ids);
  return leadersOf(
    person,
    others.filter(({ id }) => readers.has(id)),
  ).slice(0, maxLeaders);
}
