import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { HistoryEvent, RequestHistory } from '../../contract/history.ts';
import type { RequestServices } from '../services.ts';
import type { RequestDb } from '../tables.ts';
import { type ListedRow, listedColumns, listedPeople, toListed } from './rows.ts';

/** A request with its history; throws 404 unless the actor may read its message. */
export async function getRequestHistory(
  services: RequestServices,
  actor: Actor,
  messageId: string,
): Promise<RequestHistory> {
  const row = await findRequest(services.db, messageId);
  if (!row) throw notFound();
  const target = { channelId: row.channel_id, messageId };
  const { message, canModerate } = await services.chat.getMessage(actor, target);
  if (message.deletedAt !== null) throw notFound();
  return {
    ...toListed(row),
    open: row.archived_at === null,
    canModerate,
    events: await listEvents(services.db, messageId),
  };
}

async function findRequest(db: RequestDb, messageId: string) {
  const { rows } = await sql<ListedRow & { archived_at: Date | null }>`
    select ${listedColumns}, c.archived_at from chat_requests r
    join chat_channels c on c.id = r.channel_id join chat_messages m on m.id = r.message_id
    ${listedPeople} where r.message_id = ${messageId}`.execute(db);
  return rows[0];
}

async function listEvents(db: RequestDb, messageId: string): Promise<HistoryEvent[]> {
  const rows = await db
    .selectFrom('chat_request_events as e')
    .leftJoin('users as a', 'a.id', 'e.actor_id')
    .leftJoin('users as o', 'o.id', 'e.owner_id')
    .select(['e.id', 'e.at', 'e.act', 'e.kind', 'e.actor_id', 'e.owner_id', 'e.due_at'])
    .select(sql<string | null>`a.shown_name`.as('actor_name'))
    .select(sql<string | null>`o.shown_name`.as('owner_name'))
    .where('e.message_id', '=', messageId)
    .orderBy('e.id')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    at: row.at.toISOString(),
    act: row.act,
    actorId: row.actor_id,
    actorName: row.actor_name,
    kind: row.kind,
    ownerId: row.owner_id,
    ownerName: row.owner_name,
    dueAt: row.due_at && new Date(row.due_at).toISOString(),
  }));
}
