import { sql } from 'kysely';
import { conflict, forbidden, invalid, rateLimited } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { type NoticeState, remindEverySeconds } from '../../contract.ts';
import { dueTimeOf, halfOf } from '../due-time.ts';
import { assertOpen, type Found, getFollowed, getNotice, getNoticeState } from '../find.ts';
import { publishMine } from '../following/mine.ts';
import { headingOf, withdrawNotifications } from '../notify.ts';
import { remindOutstanding } from '../outstanding.ts';
import type { NoticeServices } from '../services.ts';
import type { NoticeDb, NoticeRow } from '../tables.ts';
import { updateProgress } from './progress.ts';

interface NoticeCommand {
  id: string;
  ip: string;
}

/** Reminds everyone who has not confirmed; at most once in 15 minutes across all users. */
export async function remindNotice(
  services: NoticeServices,
  actor: Actor,
  { id, ip }: NoticeCommand,
): Promise<NoticeState> {
  const found = await getFollowed(services, actor, id);
  const { notice, reminders } = await services.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    await assertOpen(tx, before);
    const since = (Date.now() - (before.reminded_at?.getTime() ?? 0)) / 1_000;
    if (since < remindEverySeconds) throw rateLimited(Math.ceil(remindEverySeconds - since));
    const notice = await update(tx, id, { reminded_at: new Date() });
    const reminders = await remindOutstanding(tx, services.platform.log, notice, {
      message: `${actor.shownName} reminds you to confirm that you’ve read this.`,
      fact: `hand:${notice.reminded_at?.getTime()}`,
    });
    await record(tx, actor, 'notice.reminded', notice, { ip });
    return { notice, reminders };
  });
  await publishNotifications(services.platform, reminders);
  services.scheduleProgress(notice);
  return getNoticeState(services, actor, { ...found, notice });
}

/** No one needs to confirm it after this; existing confirmations stay. */
export async function closeNotice(
  services: NoticeServices,
  actor: Actor,
  { id, ip }: NoticeCommand,
): Promise<NoticeState> {
  const found = await getOwn(services, actor, id);
  const withdrawn = await services.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    if (before.closed_at) return null;
    const notice = await update(tx, id, { closed_at: new Date(), closed_by: actor.userId });
    await record(tx, actor, 'notice.closed', notice, { ip });
    return withdrawNotifications(tx, notice, found.message);
  });
  if (withdrawn) {
    await publishNotifications(services.platform, ...withdrawn);
    await publishChange(services, id);
  }
  return getNoticeState(services, actor, found);
}

/** Extends the due time; those who are late by then are notified again. */
export async function extendNotice(
  services: NoticeServices,
  actor: Actor,
  { id, ip, dueAt }: NoticeCommand & { dueAt: string },
): Promise<NoticeState> {
  const found = await getOwn(services, actor, id);
  const now = new Date();
  const due_at = dueTimeOf(dueAt, now);
  await services.db.transaction().execute(async (tx) => {
    const before = await lock(tx, id);
    if (before.closed_at) throw conflict('This notice is closed.');
    if (due_at <= before.due_at) {
      const problem = 'Choose a time after the current due time.';
      throw invalid(problem, { dueAt: problem });
    }
    const half_at = halfOf(now, due_at);
    const notice = await update(tx, id, {
      due_at,
      half_at,
      half_notified_at: null,
      due_notified_at: null,
    });
    await record(tx, actor, 'notice.extended', notice, {
      before: { dueAt: before.due_at.toISOString() },
      after: { dueAt: due_at.toISOString() },
      ip,
    });
  });
  await publishChange(services, id);
  return getNoticeState(services, actor, found);
}

async function getOwn(services: NoticeServices, actor: Actor, id: string): Promise<Found> {
  const found = await getNotice(services, actor, id);
  if (!found.isAuthor) throw forbidden('Only the author can change a notice.');
  return found;
}

async function publishChange(services: NoticeServices, id: string): Promise<void> {
  await publishMine(services, id);
  // If it fails now, the next round does it.
  await updateProgress(services, id);
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
  details: { ip: string; before?: object; after?: object },
) =>
  recordActivity(tx, {
    actor,
    action,
    subject: { type: 'notice', id: notice.id, name: headingOf(notice) },
    ...details,
  });
