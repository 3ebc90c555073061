import { sql } from 'kysely';
import { type MessageDeleted, messageDeleted } from '../../../chat/server/public.ts';
import {
  publishNotifications,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import { countsOf, updateProgress } from '../confirming/progress.ts';
import { publishGone } from '../following/mine.ts';
import { anyPrefix } from '../notify.ts';
import { remindOutstanding } from '../outstanding.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { escalate } from './escalate.ts';

const batchSize = 200;

/**
 * Every minute: reminds at half of the time and when it is over, notifies the managers then, withdraws
 * deleted notices, and corrects outdated messages. Each step is marked in its own transaction, so an
 * interrupted step is repeated and no one is notified twice.
 */
export async function runRound(services: NoticeServices): Promise<void> {
  const { db, platform } = services;
  for (const { id } of await findDue(db)) {
    // A failure must not block the others; it is retried in a minute.
    await notifyDue(services, id).catch((err) =>
      platform.log.error({ err, noticeId: id }, 'Failed to send reminders of a notice'),
    );
  }
  for (const { id } of await findDeleted(db)) await withdrawNotice(services, id);
  for (const { id } of await findOutdated(db)) await updateProgress(services, id);
}

async function findDue(db: NoticeDb): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from notices n ${fromDueNotices}
      and least(n.half_at, n.due_at) <= now()
      and (n.due_at <= now() or n.half_notified_at is null)
    order by n.due_at limit ${batchSize}`.execute(db);
  return rows;
}

const fromDueNotices = sql`join chat_messages m on m.id = n.message_id
  join chat_channels c on c.id = n.channel_id
  where n.due_notified_at is null and n.closed_at is null and n.withdrawn_at is null
    and m.deleted_at is null and c.archived_at is null`;

async function notifyDue(
  { db, platform, scheduleProgress }: NoticeServices,
  id: string,
): Promise<void> {
  const notifications = await db
    .transaction()
    .execute(async (tx): Promise<readonly Unpublished[]> => {
      const { rows } = await sql<NoticeRow & { now: Date }>`
      select n.*, now() as now from notices n ${fromDueNotices} and n.id = ${id}
      for no key update of n skip locked`.execute(tx);
      const [notice] = rows;
      if (!notice) return [];
      if (notice.due_at <= notice.now) return notifyOverdue(tx, platform, notice);
      return notice.half_notified_at || notice.half_at > notice.now
        ? []
        : [await notifyHalfway(tx, platform, notice)];
    });
  if (notifications.length === 0) return;
  await publishNotifications(platform, ...notifications);
  scheduleProgress({ id });
}

type RoundServices = Pick<NoticeServices['platform'], 'log'>;

async function notifyHalfway(
  tx: NoticeDb,
  { log }: RoundServices,
  notice: NoticeRow,
): Promise<Unpublished> {
  await mark(tx, notice.id, 'half_notified_at');
  return remindOutstanding(tx, log, notice, {
    message: 'Half of the time has passed. Please confirm that you’ve read this.',
    fact: `half:${notice.due_at.getTime()}`,
  });
}

async function notifyOverdue(
  tx: NoticeDb,
  { log }: RoundServices,
  notice: NoticeRow,
): Promise<Unpublished[]> {
  await mark(tx, notice.id, 'due_notified_at');
  const reminded = await remindOutstanding(tx, log, notice, {
    message: 'This notice is overdue. Please read and confirm it now.',
    fact: `due:${notice.due_at.getTime()}`,
  });
  return [reminded, await escalate(tx, log, notice)];
}

const mark = (tx: NoticeDb, id: string, column: 'half_notified_at' | 'due_notified_at') =>
  sql`update notices set ${sql.ref(column)} = now() where id = ${id}`.execute(tx);

async function findDeleted(db: NoticeDb): Promise<{ id: string }[]> {
  return db
    .selectFrom('notices as n')
    .innerJoin('chat_messages as m', 'm.id', 'n.message_id')
    .select('n.id')
    .where('n.withdrawn_at', 'is', null)
    .where('m.deleted_at', 'is not', null)
    .limit(batchSize)
    .execute();
}

/** Withdraws all its notifications; the rows stay as proof. */
async function withdrawNotice(services: NoticeServices, id: string): Promise<void> {
  const withdrawn = await services.db.transaction().execute(async (tx) => {
    const notice = await tx
      .updateTable('notices')
      .set({ withdrawn_at: sql<Date>`now()` })
      .where('id', '=', sql<string>`${id}::uuid`)
      .where('withdrawn_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return notice && withdraw(tx, { keyPrefix: anyPrefix(notice) });
  });
  if (!withdrawn) return;
  await publishNotifications(services.platform, withdrawn);
  await publishGone(services, id);
}

/** Immediately if the event arrives; otherwise in the next round. */
export function followDeletions(services: NoticeServices): void {
  const { bus, log } = services.platform;
  bus.subscribe(messageDeleted, (payload) => {
    const { messageId } = payload as MessageDeleted;
    withdrawOf(services, messageId).catch((err) =>
      log.warn({ err }, 'Failed to withdraw a notice'),
    );
  });
}

async function withdrawOf(services: NoticeServices, messageId: string): Promise<void> {
  const notice = await services.db
    .selectFrom('notices')
    .select('id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (notice) await withdrawNotice(services, notice.id);
}

/** Notices whose message is out of date: someone left, or the process died before the update. */
async function findOutdated(db: NoticeDb): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from notices n
    join chat_messages m on m.id = n.message_id
    join chat_channels h on h.id = n.channel_id
    cross join lateral (${countsOf(sql.ref('n.id'))}) k
    cross join lateral (select m.metadata #> '{parts,notices}' as part) s
    where n.withdrawn_at is null and m.deleted_at is null and h.archived_at is null
      and greatest(n.due_at, n.closed_at, n.posted_at) > now() - interval '7 days'
      and (k.confirmed > (s.part ->> 'confirmed')::int or k.total <> (s.part ->> 'total')::int
        or (n.closed_at is null) <> (s.part ->> 'closedAt' is null)
        or n.due_at <> (s.part ->> 'dueAt')::timestamptz)
    order by n.posted_at desc limit ${batchSize}`.execute(db);
  return rows;
}
