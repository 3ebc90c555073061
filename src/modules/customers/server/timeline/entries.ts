import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addEntry } from '../../contract/timeline.ts';
import { assertOwnStore } from '../policy.ts';
import { getVisible, type VisibleCustomer } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';
import { touch } from './touch.ts';

interface EntryCommand {
  customerId: number;
  body: ValidOf<typeof addEntry>['body'];
  ip: string;
}

/** Tolerance for device clocks; anything later is in the future. */
const clockToleranceMs = 5 * 60_000;

/** Logs an activity; repeating the clientId does nothing. */
export async function insertEntry(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { clientId, at, ...values }, ip }: EntryCommand,
): Promise<VisibleCustomer> {
  assertOwnStore(actor, values.store);
  const happenedAt = at === undefined ? new Date() : new Date(at);
  if (happenedAt.getTime() > Date.now() + clockToleranceMs)
    throw invalid('Logged activities can’t be in the future. Add a task instead.', {
      at: 'Must not be in the future',
    });
  return db.transaction().execute(async (tx) => {
    const customer = await getVisible(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_entries')
      .values({
        ...values,
        ...{
          customer_id: customer.id,
          author_id: actor.userId,
          client_id: clientId,
          at: happenedAt,
        },
      })
      .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return customer;
    await touch(tx, customer.id, values.store, happenedAt);
    await recordActivity(tx, {
      actor,
      action: 'customer.entry_added',
      subject: subjectOf(customer.id),
      after: { kind: values.kind, store: values.store },
      ip,
    });
    return customer;
  });
}
