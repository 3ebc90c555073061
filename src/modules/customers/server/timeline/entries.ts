import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type { addEntry } from '../../contract/timeline.ts';
import { assertOwnStore } from '../policy.ts';
import { getSeen, type Seen } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';
import { touch } from './touch.ts';

interface Writing {
  customerId: number;
  body: ValidOf<typeof addEntry>['body'];
  ip: string;
}

/** Clocks of devices differ; what is later than this has not happened yet. */
const aheadMs = 5 * 60_000;

/** Writes down, once, what happened with a customer. */
export async function writeEntry(
  db: CustomersDb,
  actor: Actor,
  { customerId, body: { clientId, at, ...said }, ip }: Writing,
): Promise<Seen> {
  assertOwnStore(actor, said.store);
  const when = at === undefined ? new Date() : new Date(at);
  if (when.getTime() > Date.now() + aheadMs)
    throw invalid('This has not happened yet. Plan it as a task instead.', {
      at: 'Must not be in the future',
    });
  return db.transaction().execute(async (tx) => {
    const seen = await getSeen(tx, actor, customerId, { lock: true });
    const added = await tx
      .insertInto('customer_entries')
      .values({
        ...said,
        ...{ customer_id: seen.id, author_id: actor.userId, client_id: clientId, at: when },
      })
      .onConflict((same) => same.columns(['author_id', 'client_id']).doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!added) return seen;
    await touch(tx, seen.id, said.store, when);
    await recordActivity(tx, {
      actor,
      action: 'customer.entry_added',
      subject: subjectOf(seen.id),
      after: { kind: said.kind, store: said.store },
      ip,
    });
    return seen;
  });
}
