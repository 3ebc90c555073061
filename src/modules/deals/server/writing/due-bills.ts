import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract.ts';
import { canKeepPromises } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { addEvent } from '../record/events.ts';
import { findDueBills, getDeal, lockDeal } from '../record/find.ts';
import type { DealsDb } from '../tables.ts';

/** Marks a due bill as done or not done. */
export function setDueBillDone(
  platform: Platform,
  writes: Limit,
): Handler<typeof calls.setDueBillDone> {
  const db: DealsDb = platform.db;
  return async ({ actor, params: { dealId, dueBillId }, body: { isDone }, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db.transaction().execute(async (tx) => {
      const before = await lockDeal(tx, actor, dealId);
      if (!canKeepPromises(actor, before)) {
        throw forbidden('Only those who work on this deal can mark its due bills.');
      }
      const bill = (await findDueBills(tx, dealId)).find(({ id }) => id === dueBillId);
      if (!bill) throw notFound();
      if ((bill.done_at !== null) === isDone) return null;
      const done = isDone ? { done_at: new Date(), done_by: actor.userId } : null;
      await tx
        .updateTable('deal_due_bills')
        .set(done ?? { done_at: null, done_by: null })
        .where('id', '=', dueBillId)
        .execute();
      // A form that still shows the old list must get a conflict.
      const version = before.version + 1;
      await tx.updateTable('deals').set({ version }).where('id', '=', dealId).execute();
      const { what } = bill;
      await addEvent(tx, dealId, actor.userId, { kind: 'due_bill', what, isDone });
      await recordActivity(tx, {
        actor,
        action: 'deal.promise_kept',
        subject: { type: 'deal', id: dealId, name: before.number },
        after: { dueBillId, isDone },
        ip,
      });
      return before;
    });
    if (row) publishChanged(platform, row);
    return getDeal(db, actor, dealId);
  };
}
