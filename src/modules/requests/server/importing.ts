import { sql } from 'kysely';
import { type Kind, partName, type RequestPart } from '../contract.ts';
import { rowOf } from './changing/store.ts';
import type { EventAct, RequestDb } from './tables.ts';

/** A past request; its message is found by sender and client id. */
interface ImportedRequest {
  senderId: number;
  clientMsgId: string;
  kind: Kind;
  dueAt: Date | null;
  owner: { id: number; claimedAt: Date; doneAt: Date | null } | null;
}

interface MessageRow {
  id: string;
  channel_id: string;
  sender_id: number;
  client_msg_id: string;
  created_at: Date;
  sender_name: string;
  owner_name: string | null;
}

/** Attaches past requests to already imported messages, each requested by its sender. Notifies no one. */
export async function importRequests(
  db: RequestDb,
  requests: readonly ImportedRequest[],
): Promise<void> {
  const inputs = requests.map(({ owner, ...one }) => ({ ...one, ownerId: owner?.id ?? null }));
  const { rows } = await sql<MessageRow>`
    select m.id, m.channel_id, m.sender_id, m.client_msg_id, m.created_at,
      s.shown_name as sender_name,
      o.shown_name as owner_name
    from json_to_recordset(${JSON.stringify(inputs)}::json)
      as w ("senderId" int, "clientMsgId" uuid, "ownerId" int)
    join chat_messages m on m.sender_id = w."senderId" and m.client_msg_id = w."clientMsgId"
    join users s on s.id = m.sender_id left join users o on o.id = w."ownerId"`.execute(db);
  const found = new Map(rows.map((row) => [`${row.sender_id} ${row.client_msg_id}`, row]));
  const entries = requests.flatMap((request): Entry[] => {
    const message = found.get(`${request.senderId} ${request.clientMsgId}`);
    return message ? [{ message, part: toPart(request, message) }] : [];
  });
  if (entries.length > 0) await insertRequests(db, entries);
}

interface Entry {
  message: MessageRow;
  part: RequestPart;
}

async function insertRequests(db: RequestDb, entries: readonly Entry[]): Promise<void> {
  const parts = entries.map(({ message, part }) => ({
    id: message.id,
    metadata: { parts: { [partName]: part } },
  }));
  await sql`update chat_messages m set metadata = coalesce(m.metadata, '{}') || w.metadata
    from jsonb_to_recordset(${JSON.stringify(parts)}::jsonb) as w (id uuid, metadata jsonb)
    where m.id = w.id`.execute(db);
  const rows = entries.map(({ message: { id, channel_id: channelId }, part }) =>
    rowOf({ id, channelId }, part),
  );
  await db.insertInto('chat_requests').values(rows).execute();
  await db.insertInto('chat_request_events').values(entries.flatMap(toHistory)).execute();
}

function toPart({ kind, dueAt, owner }: ImportedRequest, message: MessageRow): RequestPart {
  const doneAt = owner?.doneAt?.toISOString() ?? null;
  return {
    kind,
    status: owner === null ? 'open' : doneAt === null ? 'claimed' : 'done',
    askedAt: message.created_at.toISOString(),
    askedBy: message.sender_id,
    askedByName: message.sender_name,
    ownerId: owner?.id ?? null,
    ownerName: message.owner_name,
    claimedAt: owner?.claimedAt.toISOString() ?? null,
    dueAt: dueAt?.toISOString() ?? null,
    closedAt: doneAt,
    closedBy: doneAt && owner ? owner.id : null,
    closedByName: doneAt && message.owner_name,
  };
}

function toHistory({ message, part }: Entry) {
  const { ownerId, claimedAt, closedAt } = part;
  const event = (act: EventAct, at: string, actor_id: number, owner_id: number | null) => ({
    message_id: message.id,
    act,
    at: new Date(at),
    actor_id,
    kind: part.kind,
    owner_id,
    due_at: part.dueAt,
  });
  return [
    event('asked', part.askedAt, part.askedBy, null),
    ...(claimedAt && ownerId ? [event('claimed', claimedAt, ownerId, ownerId)] : []),
    ...(closedAt && ownerId ? [event('done', closedAt, ownerId, ownerId)] : []),
  ];
}
