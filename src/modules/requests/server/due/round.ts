import { sql } from 'kysely';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import { escalateAfterMinutes } from '../../contract.ts';
import type { RequestServices } from '../services.ts';
import type { RequestDb, RequestRow } from '../tables.ts';
import { type LateRequest, notifyEscalated, notifyOverdue } from './late.ts';
import { withdrawDeleted } from './withdraw.ts';

const batchSize = 200;

/**
 * Every minute: notifies of overdue requests, later their managers, and withdraws deleted ones. Each step is
 * marked in its own transaction, so an interrupted step is repeated and no one is notified twice.
 */
export async function runRound(services: RequestServices): Promise<void> {
  for (const { message_id: id } of await findLate(services.db)) {
    // A failure must not block the others; it is retried in a minute.
    await followUp(services, id).catch((err) =>
      services.platform.log.error({ err, messageId: id }, 'Failed to notify of an overdue request'),
    );
  }
  for (const { message_id: id } of await findDeleted(services.db))
    await withdrawDeleted(services, id);
}

const isLate = sql<boolean>`r.status in ('open', 'claimed') and r.due_at <= now()
  and r.withdrawn_at is null and r.escalated_at is null
  and m.deleted_at is null and c.archived_at is null
  and (r.overdue_notified_at is null
    or r.overdue_notified_at <= now() - make_interval(mins => ${sql.lit(escalateAfterMinutes)}))`;

async function findLate(db: RequestDb): Promise<Pick<RequestRow, 'message_id'>[]> {
  const { rows } = await sql<Pick<RequestRow, 'message_id'>>`
    select r.message_id from chat_requests r
    join chat_messages m on m.id = r.message_id join chat_channels c on c.id = r.channel_id
    where ${isLate} order by r.due_at limit ${batchSize}`.execute(db);
  return rows;
}

async function followUp({ db, platform }: RequestServices, messageId: string): Promise<void> {
  const notifications = await db
    .transaction()
    .execute(async (tx): Promise<readonly Unpublished[]> => {
      const { rows } = await sql<LateRequest>`
      select r.*, m.content, o.shown_name as owner_name
      from chat_requests r
      join chat_messages m on m.id = r.message_id join chat_channels c on c.id = r.channel_id
      left join users o on o.id = r.owner_id
      where r.message_id = ${messageId} and ${isLate}
      for no key update of r skip locked`.execute(tx);
      const [request] = rows;
      if (!request) return [];
      return request.overdue_notified_at
        ? notifyEscalated(tx, request)
        : notifyOverdue(tx, request);
    });
  await publishNotifications(platform, ...notifications);
}

async function findDeleted(db: RequestDb): Promise<Pick<RequestRow, 'message_id'>[]> {
  return db
    .selectFrom('chat_requests as r')
    .innerJoin('chat_messages as m', 'm.id', 'r.message_id')
    .select('r.message_id')
    .where('r.withdrawn_at', 'is', null)
    .where('m.deleted_at', 'is not', null)
    .limit(batchSize)
    .execute();
}
