import { sql } from 'kysely';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { escalateAfterMinutes } from '../../contract.ts';
import type { RequestServices } from '../services.ts';
import type { RequestDb, RequestRow } from '../tables.ts';
import { type LateRequest, notifyEscalated, notifyOverdue } from './late.ts';
import { withdrawDeleted } from './withdraw.ts';

const atOnce = 200;

/**
 * Every minute: tells of what is overdue, then the managers, and takes back what was deleted. Each step is
 * marked in the transaction that takes it, so whatever dies in between is done again, and nothing is told
 * twice.
 */
export async function goRound(desk: RequestServices): Promise<void> {
  for (const { message_id: id } of await findLate(desk.db)) {
    // One that fails must not keep the others waiting; it is tried again in a minute.
    await followUp(desk, id).catch((err) =>
      desk.platform.log.error({ err, messageId: id }, 'A late request was not followed up'),
    );
  }
  for (const { message_id: id } of await findDeleted(desk.db)) await withdrawDeleted(desk, id);
}

const isLate = sql<boolean>`r.status in ('open', 'claimed') and r.due_at <= now()
  and r.withdrawn_at is null and r.escalated_at is null
  and m.deleted_at is null and c.archived_at is null
  and (r.overdue_told_at is null
    or r.overdue_told_at <= now() - make_interval(mins => ${sql.lit(escalateAfterMinutes)}))`;

async function findLate(db: RequestDb): Promise<Pick<RequestRow, 'message_id'>[]> {
  const { rows } = await sql<Pick<RequestRow, 'message_id'>>`
    select r.message_id from chat_requests r
    join chat_messages m on m.id = r.message_id join chat_channels c on c.id = r.channel_id
    where ${isLate} order by r.due_at limit ${atOnce}`.execute(db);
  return rows;
}

async function followUp({ db, platform }: RequestServices, messageId: string): Promise<void> {
  const told = await db.transaction().execute(async (tx): Promise<readonly Unpublished[]> => {
    const { rows } = await sql<LateRequest>`
      select r.*, m.content, o.shown_name as owner_name
      from chat_requests r
      join chat_messages m on m.id = r.message_id join chat_channels c on c.id = r.channel_id
      left join users o on o.id = r.owner_id
      where r.message_id = ${messageId} and ${isLate}
      for no key update of r skip locked`.execute(tx);
    const [request] = rows;
    if (!request) return [];
    return request.overdue_told_at ? notifyEscalated(tx, request) : notifyOverdue(tx, request);
  });
  await publishNotifications(platform, ...told);
}

async function findDeleted(db: RequestDb): Promise<Pick<RequestRow, 'message_id'>[]> {
  return db
    .selectFrom('chat_requests as r')
    .innerJoin('chat_messages as m', 'm.id', 'r.message_id')
    .select('r.message_id')
    .where('r.withdrawn_at', 'is', null)
    .where('m.deleted_at', 'is not', null)
    .limit(atOnce)
    .execute();
}
