import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden } from '../../../../platform/server/http/errors.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type { NoticeState } from '../../contract.ts';
import { assertOpen, getNotice, getNoticeState } from '../find.ts';
import { publishMine } from '../following/mine.ts';
import { takeBack } from '../notify.ts';
import type { NoticeServices } from '../services.ts';

/** The person has read it. Stored before it is answered; the first time is the one that counts. */
export async function confirmNotice(
  desk: NoticeServices,
  actor: Actor,
  { id, ip }: { id: string; ip: string },
): Promise<NoticeState> {
  const found = await getNotice(desk, actor, id);
  const before = await getNoticeState(desk, actor, found);
  if (!before.required) throw forbidden('You are not asked to confirm this notice.');
  if (before.confirmedAt !== null) return before;
  await assertOpen(desk.db, found.notice);
  const told = await desk.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notice_people')
      // The clock, not now(): it may have waited for whoever tells those who are late.
      .set({ confirmed_at: sql<Date>`clock_timestamp()`, confirmed_from: ip })
      .where('notice_id', '=', id)
      .where('user_id', '=', actor.userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    return takeBack(tx, found.notice, found.message, actor.userId);
  });
  if (told) {
    desk.noteProgress(found.notice);
    await publishNotifications(desk.platform, ...told);
    await publishMine(desk, id, [actor.userId]);
  }
  return getNoticeState(desk, actor, found);
}
