import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import {
  conflict,
  forbidden,
  invalid,
  rateLimited,
} from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { type NoticeState, remindEverySeconds } from '../../contract.ts';
import { dueTimeOf, halfOf } from '../due/due-time.ts';
import { remindOutstanding } from '../due/outstanding.ts';
import { assertOpen, type Found, getFollowed, getNotice, getNoticeState } from '../find.ts';
import { publishMine } from '../following/mine.ts';
import { headingOf, takeBack } from '../notify.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { showProgress } from './progress.ts';

interface Act {
  id: string;
  ip: string;
}

/** Reminds everybody who has not confirmed. Twice within 15 minutes is refused, whoever asks. */
export async function remindNotice(
  desk: NoticeServices,
  actor: Actor,
  { id, ip }: Act,
): Promise<NoticeState> {
  const found = await getFollowed(desk, actor, id);
  await assertOpen(desk.db, found.notice);
  const { notice, told } = await desk.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    const since = (Date.now() - (before.reminded_at?.getTime() ?? 0)) / 1_000;
    if (since < remindEverySeconds) throw rateLimited(Math.ceil(remindEverySeconds - since));
    const notice = await update(tx, id, { reminded_at: new Date() });
    const told = await remindOutstanding(tx, desk.platform.log, notice, {
      message: `${actor.shownName} reminds you to confirm that you have read this.`,
      fact: `hand:${notice.reminded_at?.getTime()}`,
    });
    await record(tx, actor, 'notice.reminded', notice, { ip });
    return { notice, told };
  });
  await publishNotifications(desk.platform, told);
  desk.noteProgress(notice);
  return getNoticeState(desk, actor, { ...found, notice });
}

/** Nobody needs to confirm it any more; who has, has. */
export async function closeNotice(
  desk: NoticeServices,
  actor: Actor,
  { id, ip }: Act,
): Promise<NoticeState> {
  const found = await getOwn(desk, actor, id);
  const told = await desk.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    if (before.closed_at) return null;
    const notice = await update(tx, id, { closed_at: new Date(), closed_by: actor.userId });
    await record(tx, actor, 'notice.closed', notice, { ip });
    return takeBack(tx, notice, found.message);
  });
  if (told) {
    await publishNotifications(desk.platform, ...told);
    await changed(desk, id);
  }
  return getNoticeState(desk, actor, found);
}

/** Gives more time; those who are late then are told anew. */
export async function extendNotice(
  desk: NoticeServices,
  actor: Actor,
  { id, ip, dueAt }: Act & { dueAt: string },
): Promise<NoticeState> {
  const found = await getOwn(desk, actor, id);
  const now = new Date();
  const due_at = dueTimeOf(dueAt, now);
  await desk.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    if (before.closed_at) throw conflict('This notice is closed.');
    if (due_at <= before.due_at) {
      const problem = 'Please choose a later time than it has now.';
      throw invalid(problem, { dueAt: problem });
    }
    const half_at = halfOf(now, due_at);
    const notice = await update(tx, id, { due_at, half_at, half_told_at: null, due_told_at: null });
    await record(tx, actor, 'notice.extended', notice, {
      before: { dueAt: before.due_at.toISOString() },
      after: { dueAt: due_at.toISOString() },
      ip,
    });
  });
  await changed(desk, id);
  return getNoticeState(desk, actor, found);
}

async function getOwn(desk: NoticeServices, actor: Actor, id: string): Promise<Found> {
  const found = await getNotice(desk, actor, id);
  if (!found.isAuthor) throw forbidden('Only its author can change a notice.');
  return found;
}

async function changed(desk: NoticeServices, id: string): Promise<void> {
  await publishMine(desk, id);
  // What cannot be shown now is by the next round.
  await showProgress(desk, id);
}

const lock = (tx: NoticeDb, id: string): Promise<NoticeRow> =>
  tx
    .selectFrom('notices')
    .selectAll()
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();

const update = (tx: NoticeDb, id: string, values: Partial<NoticeRow>): Promise<NoticeRow> =>
  tx
    .updateTable('notices')
    .set(values)
    .where('id', '=', sql<string>`${id}::uuid`)
    .returningAll()
    .executeTakeFirstOrThrow();

const record = (
  tx: NoticeDb,
  actor: Actor,
  action: string,
  notice: NoticeRow,
  told: { ip: string; before?: object; after?: object },
) =>
  recordActivity(tx, {
    actor,
    action,
    subject: { type: 'notice', id: notice.id, name: headingOf(notice) },
    ...told,
  });
