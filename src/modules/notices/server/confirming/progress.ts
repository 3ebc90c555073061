import { sql } from 'kysely';
import { AppError } from '../../../../platform/server/errors.ts';
import { findActor } from '../../../access/server/public.ts';
import { readsChannel } from '../../../chat/server/public.ts';
import { noticePart, noticeProgressed, partName } from '../../contract.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';

interface Counts {
  confirmed: number;
  total: number;
}

/** Updates the counts in the message. */
export async function updateProgress(services: NoticeServices, id: string): Promise<void> {
  const { db, chat, platform } = services;
  const notice = await findWithCounts(db, id);
  const editor = notice && (await findEditor(db, notice));
  if (!notice || !editor) return;
  const { confirmed, total, due_at, closed_at } = notice;
  const current = {
    dueAt: due_at.toISOString(),
    closedAt: closed_at?.toISOString() ?? null,
    total,
    confirmed,
  };
  const target = { channelId: notice.channel_id, messageId: notice.message_id };
  try {
    await chat.changePart(editor, target, partName, (part) => {
      const shown = noticePart.safeParse(part);
      if (!shown.success || shown.data.noticeId !== id) return null;
      const { data } = shown;
      // Another instance has newer counts: confirmations are never undone.
      if (data.confirmed > confirmed || (data.closedAt && !current.closedAt)) return null;
      const same = Object.entries(current).every(
        ([field, value]) => data[field as never] === value,
      );
      return same ? null : { part: { ...data, ...current } };
    });
  } catch (error) {
    // Deleted, archived or rate limited: the next round tries again.
    if (!(error instanceof AppError)) throw error;
    platform.log.debug(
      { noticeId: id, code: error.code },
      'Failed to update the progress of a notice',
    );
    return;
  }
  platform.realtime.publish(`notice:${id}`, noticeProgressed, { noticeId: id });
}

async function findWithCounts(db: NoticeDb, id: string): Promise<(NoticeRow & Counts) | null> {
  const { rows } = await sql<NoticeRow & Counts>`
    select n.*, k.* from notices n cross join lateral (${countsOf(sql.ref('n.id'))}) k
    where n.id = ${id}`.execute(db);
  return rows[0] ?? null;
}

/** People who can no longer read the channel and have not confirmed are not counted. */
export const countsOf = (noticeId: ReturnType<typeof sql.ref>) => sql<Counts>`
  select count(*) filter (where p.confirmed_at is not null)::int as confirmed,
    count(*) filter (where p.confirmed_at is not null or ${readsChannel})::int as total
  from notice_people p join notices o on o.id = p.notice_id
  join chat_channels c on c.id = o.channel_id join users u on u.id = p.user_id
  where p.notice_id = ${noticeId}`;

/** Someone who may change the message: its author, or else one of the recipients. */
async function findEditor(db: NoticeDb, notice: NoticeRow) {
  const { rows } = await sql<{ id: number }>`
    select u.id from users u join chat_channels c on c.id = ${notice.channel_id}
    where (u.id = ${notice.author_id} or u.id in
        (select user_id from notice_people where notice_id = ${notice.id}))
      and ${readsChannel}
    order by u.id = ${notice.author_id} desc, u.id limit 5`.execute(db);
  for (const { id } of rows) {
    const actor = await findActor(db, id);
    // Users who must choose a new password have no access until then.
    if (actor && !actor.mustChangePassword) return actor;
  }
  return null;
}

const intervalMs = 1_000;

/**
 * Changes a message at most once a second, no matter how many people confirm; the first change is immediate.
 * Updates lost with the process are made up by the next round.
 */
export function createProgressScheduler(show: (id: string) => Promise<unknown>) {
  const last = new Map<string, number>();
  const waiting = new Set<string>();

  async function run(id: string): Promise<void> {
    waiting.delete(id);
    last.set(id, Date.now());
    setTimeout(() => waiting.has(id) || last.delete(id), 2 * intervalMs).unref();
    await show(id);
  }

  return (id: string, onError: (error: unknown) => void): void => {
    if (waiting.has(id)) return;
    waiting.add(id);
    const wait = Math.max(0, (last.get(id) ?? 0) + intervalMs - Date.now());
    setTimeout(() => void run(id).catch(onError), wait).unref();
  };
}
