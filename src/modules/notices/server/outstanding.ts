import { sql } from 'kysely';
import type { Log } from '../../../platform/server/log/log.ts';
import { readsChannel } from '../../chat/server/public.ts';
import type { Unpublished } from '../../notifications/server/public.ts';
import type { Employee } from '../../people/server/public.ts';
import { headingOf, notifyPeople, personalPrefix } from './notify.ts';
import type { NoticeDb, NoticeRow } from './tables.ts';

export type Outstanding = Employee & { name: string };

/**
 * Marks and returns everyone in the channel who has not confirmed. Someone who confirms at this moment is
 * either returned, because it was a moment late, or not touched: the row lock decides.
 */
export async function markOutstanding(
  tx: NoticeDb,
  { id }: NoticeRow,
  column: 'reminded_at' | 'escalated_at',
): Promise<Outstanding[]> {
  const { rows } = await sql<Outstanding>`
    update notice_people p set ${sql.ref(column)} = clock_timestamp()
    from users u, notices n, chat_channels c
    where p.notice_id = ${id} and p.confirmed_at is null and u.id = p.user_id
      and n.id = p.notice_id and c.id = n.channel_id and ${readsChannel}
    returning u.id, u.role, u.department, u.store_access, p.name`.execute(tx);
  return rows.sort((one, other) => one.id - other.id);
}

/** Notifies everyone who has not confirmed, once for each fact. */
export async function remindOutstanding(
  tx: NoticeDb,
  log: Log,
  notice: NoticeRow,
  { message, fact }: { message: string; fact: string },
): Promise<Unpublished> {
  const outstanding = await markOutstanding(tx, notice, 'reminded_at');
  return notifyPeople(tx, log, notice, {
    userIds: outstanding.map(({ id }) => id),
    title: headingOf(notice),
    message,
    key: personalPrefix(notice) + fact,
  });
}
