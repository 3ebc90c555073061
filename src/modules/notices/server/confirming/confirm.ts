import { sql } from 'kysely';
import { forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type { NoticeState } from '../../contract.ts';
import { assertOpen, getNotice, getNoticeState } from '../find.ts';
import { publishMine } from '../following/mine.ts';
import { withdrawNotifications } from '../notify.ts';
import type { NoticeServices } from '../services.ts';

/** Stored before it is acknowledged; the first confirmation counts. */
export async function confirmNotice(
  services: NoticeServices,
  actor: Actor,
  { id, ip }: { id: string; ip: string },
): Promise<NoticeState> {
  const found = await getNotice(services, actor, id);
  const before = await getNoticeState(services, actor, found);
  if (!before.required) throw forbidden('You weren’t asked to confirm this notice.');
  if (before.confirmedAt !== null) return before;
  await assertOpen(services.db, found.notice);
  const withdrawn = await services.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('notice_people')
      // Not now(): the transaction may have waited for the lock of the overdue round.
      .set({ confirmed_at: sql<Date>`clock_timestamp()`, confirmed_from: ip })
      .where('notice_id', '=', id)
      .where('user_id', '=', actor.userId)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return null;
    return withdrawNotifications(tx, found.notice, found.message, actor.userId);
  });
  if (withdrawn) {
    services.scheduleProgress(found.notice);
    await publishNotifications(services.platform, ...withdrawn);
    await publishMine(services, id, [actor.userId]);
  }
  return getNoticeState(services, actor, found);
}
