import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';
import { refresh } from '../writing/facts.ts';
import { stale } from '../writing/save.ts';
import { mergeSnapshots } from './joining.ts';
import { readSnapshot, writeSnapshot } from './standing.ts';

interface MergeCommand {
  customerId: number;
  otherId: number;
  version: number;
  otherVersion: number;
  ip: string;
}

/**
 * Merges `otherId` into `customerId`. The other's row and everything linked to it stay unchanged and are read
 * through the survivor, so an undo does not have to move anything back.
 */
export async function merge(
  db: CustomersDb,
  actor: Actor,
  { customerId, otherId, version, otherVersion, ip }: MergeCommand,
): Promise<number> {
  if (customerId === otherId)
    throw invalid('A customer can’t be merged with itself.', {
      otherId: 'Choose another customer',
    });
  return db.transaction().execute(async (tx) => {
    await lockCustomers(tx, actor, { [customerId]: version, [otherId]: otherVersion });
    const before = await readSnapshot(tx, customerId);
    const after = mergeSnapshots(before, await readSnapshot(tx, otherId));
    await writeSnapshot(tx, customerId, after, actor.userId);
    await sql`update customers set survivor_id = ${customerId},
      merged_into_id = case when id = ${otherId} then ${customerId} else merged_into_id end
      where root_id = ${otherId}`.execute(tx);
    // Read back, because the database may order values differently.
    const stored = await readSnapshot(tx, customerId);
    await tx
      .insertInto('customer_merges')
      .values({
        ...{ survivor_id: customerId, merged_id: otherId, merged_by: actor.userId },
        ...{ undone_at: null, undone_by: null },
        before: JSON.stringify(before),
        after: JSON.stringify(stored),
      })
      .execute();
    await refresh(tx, [customerId]);
    await recordActivity(tx, {
      actor,
      action: 'customer.merged',
      subject: subjectOf(customerId),
      after: { mergedId: otherId },
      ip,
    });
    return customerId;
  });
}

/** Locks customers in ascending order, so that two merges never deadlock. */
async function lockCustomers(
  tx: Kysely<CustomerTables>,
  actor: Actor,
  versions: Record<number, number>,
): Promise<void> {
  for (const id of Object.keys(versions)
    .map(Number)
    .toSorted((a, b) => a - b)) {
    const customer = await getVisible(tx, actor, id, { lock: true });
    if (customer.id !== id) throw conflict('This customer has already been merged.');
    if (customer.version !== versions[id]) throw conflict(stale);
  }
}
