import { invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/timeline.ts';
import { assertOwnStore } from '../policy.ts';
import { publishChange } from '../publish.ts';
import type { CustomerServices } from '../services.ts';
import { touchCustomer } from '../touch.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';

/** Tolerance for device clocks; anything later is in the future. */
const clockToleranceMs = 5 * 60_000;

/** Repeating the clientId does nothing. */
export function addEntry({
  platform,
  db,
  writes,
}: CustomerServices): Handler<typeof calls.addEntry> {
  return async ({ actor, params: { customerId }, body: { clientId, at, ...entry }, ip }) => {
    await writes.consume(String(actor.userId));
    assertOwnStore(actor, entry.store);
    const happenedAt = at === undefined ? new Date() : new Date(at);
    if (happenedAt.getTime() > Date.now() + clockToleranceMs)
      throw invalid('Logged activities can’t be in the future. Add a task instead.', {
        at: 'Must not be in the future',
      });
    const customer = await db.transaction().execute(async (tx) => {
      const locked = await getVisibleCustomer(tx, actor, customerId, { lock: true });
      const added = await tx
        .insertInto('customer_entries')
        .values({
          ...entry,
          customer_id: locked.id,
          at: happenedAt,
          author_id: actor.userId,
          client_id: clientId,
        })
        .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!added) return locked;
      await touchCustomer(tx, locked.id, entry.store, happenedAt);
      await recordActivity(tx, {
        actor,
        action: 'customer.entry_added',
        subject: subjectOf(locked.id),
        after: { kind: entry.kind, store: entry.store },
        ip,
      });
      return locked;
    });
    publishChange(platform, actor, customer);
    return { message: 'Logged.' };
  };
}
