import { sql } from 'kysely';
import { type MessageDeleted, messageDeleted } from '../../../chat/server/public.ts';
import {
  publishNotifications,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import { countsOf, showProgress } from '../confirming/progress.ts';
import { publishGone } from '../following/mine.ts';
import { anyPrefix } from '../notify.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { escalate } from './escalate.ts';
import { remindOutstanding } from './outstanding.ts';

const atOnce = 200;

/**
 * Every minute: reminds at half of the time and when it is over, tells the managers then, takes back what
 * was deleted, and lets the messages say what is so. Each step is marked in the transaction that takes it,
 * so whatever dies in between is done again, and nothing is told twice.
 */
export async function goRound(desk: NoticeServices): Promise<void> {
  const { db, platform } = desk;
  for (const { id } of await findDue(db)) {
    // One that fails must not keep the others waiting; it is tried again in a minute.
    await notifyDue(desk, id).catch((err) =>
      platform.log.error({ err, noticeId: id }, 'A notice was not followed up'),
    );
  }
  for (const { id } of await findDeleted(db)) await withdrawNotice(desk, id);
  for (const { id } of await findOutdated(db)) await showProgress(desk, id);
}

async function findDue(db: NoticeDb): Promise<{ id: string }[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from notices n ${fromDueNotices}
      and least(n.half_at, n.due_at) <= now()
      and (n.due_at <= now() or n.half_told_at is null)
    order by n.due_at limit ${atOnce}`.execute(db);
  return rows;
}

const fromDueNotices = sql`join chat_messages m on m.id = n.message_id
  join chat_channels c on c.id = n.channel_id
  where n.due_told_at is null and n.closed_at is null and n.withdrawn_at is null
    and m.deleted_at is null and c.archived_at is null`;

async function notifyDue(
  { db, platform, noteProgress }: NoticeServices,
  id: string,
): Promise<void> {
  const told = await db.transaction().execute(async (tx): Promise<readonly Unpublished[]> => {
    const { rows } = await sql<NoticeRow & { now: Date }>`
      select n.*, now() as now from notices n ${fromDueNotices} and n.id = ${id}
      for no key update of n skip locked`.execute(tx);
    const [notice] = rows;
    if (!notice) return [];
    if (notice.due_at <= notice.now) return notifyOverdue(tx, platform, notice);
    return notice.half_told_at || notice.half_at > notice.now
      ? []
      : [await notifyHalfway(tx, platform, notice)];
  });
  if (told.length === 0) return;
  await publishNotifications(platform, ...told);
  noteProgress({ id });
}

type RoundServices = Pick<NoticeServices['platform'], 'log'>;

async function notifyHalfway(
  tx: NoticeDb,
  { log }: RoundServices,
  notice: NoticeRow,
): Promise<Unpublished> {
  await mark(tx, notice.id, 'half_told_at');
  return remindOutstanding(tx, log, notice, {
    message: 'Half of the time is over. Please confirm that you have read this.',
    fact: `half:${notice.due_at.getTime()}`,
  });
}

async function notifyOverdue(
  tx: NoticeDb,
  { log }: RoundServices,
  notice: NoticeRow,
): Promise<Unpublished[]> {
  await mark(tx, notice.id, 'due_told_at');
  const reminded = await remindOutstanding(tx, log, notice, {
    message: 'The time is over. Please read this now and confirm it.',
    fact: `due:${notice.due_at.getTime()}`,
  });
  return [reminded, await escalate(tx, log, notice)];
}

const mark = (tx: NoticeDb, id: string, column: 'half_told_at' | 'due_told_at') =>
  sql`update notices set ${sql.ref(column)} = now() where id = ${id}`.execute(tx);

async function findDeleted(db: NoticeDb): Promise<{ id: string }[]> {
  return db
    .selectFrom('notices as n')
    .innerJoin('chat_messages as m', 'm.id', 'n.message_id')
    .select('n.id')
    .where('n.withdrawn_at', 'is', null)
    .where('m.deleted_at', 'is not', null)
    .limit(atOnce)
    .execute();
}

/** Nobody is told of it any more; the rows stay as its proof. */
async function withdrawNotice(desk: NoticeServices, id: string): Promise<void> {
  const told = await desk.db.transaction().execute(async (tx) => {
    const notice = await tx
      .updateTable('notices')
      .set({ withdrawn_at: sql<Date>`now()` })
      .where('id', '=', sql<string>`${id}::uuid`)
      .where('withdrawn_at', 'is', null)
      .returningAll()
      .executeTakeFirst();
    return notice && withdraw(tx, { keyPrefix: anyPrefix(notice) });
  });
  if (!told) return;
  await publishNotifications(desk.platform, told);
  await publishGone(desk, id);
}

/** At once, where the fact arrives; otherwise with the next round. */
export function followDeletions(desk: NoticeServices): void {
  const { bus, log } = desk.platform;
  bus.subscribe(messageDeleted, (payload) => {
    const { messageId } = payload as MessageDeleted;
    withdrawOf(desk, messageId).catch((err) => log.warn({ err }, 'A notice was not taken back'));
  });
}

async function withdrawOf(desk: NoticeServices, messageId: string): Promise<void> {
  const notice = await desk.db
    .selectFrom('notices')
    .select('id')
    .where('message_id', '=', messageId)
    .executeTakeFirst();
  if (notice) await withdrawNotice(desk, notice.id);
}

/** What the message says is not what is so: somebody left, or the process died before it was said. */
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
    order by n.posted_at desc limit ${atOnce}`.execute(db);
  return rows;
}
