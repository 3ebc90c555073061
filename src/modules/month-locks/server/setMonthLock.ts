import { storeNames } from '../../../platform/contract/names.ts';
import { dateAt } from '../../../platform/contract/wallTime.ts';
import { conflict, forbidden, invalid, notFound } from '../../../platform/server/errors.ts';
import type { Handler } from '../../../platform/server/http/routes.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { changedMeanwhile } from '../../../platform/server/records/versions.ts';
import { recordActivity } from '../../activity/server/public.ts';
import { getTimezone } from '../../organization/server/public.ts';
import { type setMonthLock as call, lastDayOf, monthLockChanged, monthName } from '../contract.ts';
import { listLocks } from './list.ts';
import { findLockedThrough, lockExclusively } from './locks.ts';
import { canChangeLocks, storesOf } from './policy.ts';
import type { MonthLocksDb } from './tables.ts';

/** Locks the months of a store through one of them, or unlocks later ones again. */
export function setMonthLock(platform: Platform): Handler<typeof call> {
  const db: MonthLocksDb = platform.db;
  return async ({ actor, params: { store }, body: { from, through, reason }, ip }) => {
    if (!storesOf(actor).includes(store)) throw notFound();
    if (!canChangeLocks(actor)) {
      throw forbidden(
        'Only a general manager, an executive or a back office manager can lock and unlock months.',
      );
    }
    const changed = await db.transaction().execute(async (tx) => {
      await lockExclusively(tx, store);
      const before = (await findLockedThrough(tx, store))?.slice(0, 7) ?? null;
      if (before === through) return false;
      if (before !== from) throw changedMeanwhile('this month lock');
      const thisMonth = dateAt(await getTimezone(tx), Date.now()).slice(0, 7);
      if (through !== null && through >= thisMonth) {
        throw conflict(`${monthName(through)} isn’t over yet.`);
      }
      const unlocks = before !== null && (through === null || through < before);
      if (unlocks && !reason) throw invalid('Enter a reason.', { reason: 'Enter a reason' });
      await tx
        .insertInto('month_locks')
        .values({
          store,
          through: through && lastDayOf(through),
          reason: reason ?? null,
          changed_by: actor.userId,
        })
        .execute();
      await recordActivity(tx, {
        actor,
        action: unlocks ? 'month.unlocked' : 'month.locked',
        subject: { type: 'store', id: store, name: storeNames[store] },
        before: { through: before },
        after: { through, reason: reason ?? null },
        ip,
      });
      return true;
    });
    if (changed) platform.realtime.publish('everyone:', monthLockChanged, { store });
    return listLocks(db, actor);
  };
}
