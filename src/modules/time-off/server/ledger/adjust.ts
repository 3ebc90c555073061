import { forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/balances.ts';
import { findKinds } from '../kinds.ts';
import { findToday, getStanding, lockTimeOff } from '../policy.ts';
import { publishTimeOff } from '../publish.ts';
import type { Services } from '../services.ts';
import { getBalance } from './balances.ts';
import { recalculate } from './recalculate.ts';

/** Adds to a balance or takes from it; what accrues later follows. */
export function adjustBalance(services: Services): Handler<typeof calls.adjustBalance> {
  const { db, platform, writes } = services;
  return async ({ actor, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { clientId, userId, kindId, day, minutes, reason } = body;
    const standing = await getStanding(db, actor, userId);
    if (!standing.writes) {
      throw forbidden('Only HR can adjust a balance, and no one their own.');
    }
    const kind = (await findKinds(db)).find(({ id }) => id === kindId);
    if (!kind) throw notFound();
    if (!kind.hasBalance) {
      throw invalid(`${kind.name} has no balance.`, { kindId: 'Choose a kind with a balance' });
    }
    const today = await findToday(db);
    if (day > today)
      throw invalid('The day can’t be in the future.', { day: 'Choose today or earlier' });
    await db.transaction().execute(async (tx) => {
      await lockTimeOff(tx, userId);
      const added = await tx
        .insertInto('time_off_ledger')
        .values({
          user_id: userId,
          kind_id: kindId,
          day,
          type: 'adjusted',
          minutes,
          carried_minutes: null,
          key: `adjusted:${clientId}`,
          note: reason,
          rule_id: null,
          request_id: null,
          author_id: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return;
      await recalculate(tx, userId, today);
      await recordActivity(tx, {
        actor,
        action: 'time_off.balance_adjusted',
        subject: { type: 'user', id: userId, name: standing.employee.name },
        after: { kind: kind.name, day, minutes },
        ip,
      });
    });
    publishTimeOff(platform);
    return getBalance(db, userId, kind);
  };
}
