import { forbidden } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/balances.ts';
import { weekOn } from '../counting/count.ts';
import { findToday, getStanding, lockTimeOff } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import { findPatterns } from './inputs.ts';
import { recalculate } from './recalculate.ts';

/** The work week from a day on. Requests keep what was counted when they were made. */
export function setWeek({ db, platform, writes }: Services): Handler<typeof calls.setWeek> {
  return async ({ actor, params: { userId }, body: { effectiveOn, minutes }, ip }) => {
    await writes.consume(String(actor.userId));
    const standing = await getStanding(db, actor, userId);
    if (!standing.writes) throw forbidden('Only HR can set a work week, and no one their own.');
    const today = await findToday(db);
    await db.transaction().execute(async (tx) => {
      await lockTimeOff(tx, userId);
      const values = { effective_on: effectiveOn, minutes, set_by: actor.userId };
      await tx
        .insertInto('time_off_patterns')
        .values({ user_id: userId, ...values })
        .onConflict((same) =>
          same
            .columns(['user_id', 'effective_on'])
            .doUpdateSet({ minutes, set_by: actor.userId, set_at: new Date() }),
        )
        .execute();
      await recalculate(tx, userId, today);
      await recordActivity(tx, {
        actor,
        action: 'time_off.week_set',
        subject: { type: 'user', id: userId, name: standing.employee.name },
        after: { effectiveOn, minutes },
        ip,
      });
    });
    publishTimeOff(platform);
    const patterns = (await findPatterns(db, [userId])).get(userId) ?? [];
    return { week: [...weekOn(patterns, today)] };
  };
}
