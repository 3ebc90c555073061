import { type Kysely, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, invalid } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getSeen } from '../reading/visible.ts';
import type { CustomersDb, CustomerTables } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';
import { refresh } from '../writing/facts.ts';
import { stale } from '../writing/save.ts';
import { join } from './joining.ts';
import { readStanding, writeStanding } from './standing.ts';

interface Merging {
  customerId: number;
  otherId: number;
  version: number;
  otherVersion: number;
  ip: string;
}

/**
 * Merges `otherId` into `customerId`. The other's row and all that hangs on it stay as they are and are read
 * through the survivor, so that nothing need be moved back should it be undone.
 */
export async function merge(
  db: CustomersDb,
  actor: Actor,
  { customerId, otherId, version, otherVersion, ip }: Merging,
): Promise<number> {
  if (customerId === otherId)
    throw invalid('A customer cannot be merged with itself.', { otherId: 'Please choose another' });
  return db.transaction().execute(async (tx) => {
    await hold(tx, actor, { [customerId]: version, [otherId]: otherVersion });
    const before = await readStanding(tx, customerId);
    const after = join(before, await readStanding(tx, otherId));
    await writeStanding(tx, customerId, after, actor.userId);
    await sql`update customers set survivor_id = ${customerId},
      merged_into_id = case when id = ${otherId} then ${customerId} else merged_into_id end
      where root_id = ${otherId}`.execute(tx);
    // As it is kept: the database may have put it into another order.
    const kept = await readStanding(tx, customerId);
    await tx
      .insertInto('customer_merges')
      .values({
        ...{ survivor_id: customerId, merged_id: otherId, merged_by: actor.userId },
        ...{ undone_at: null, undone_by: null },
        before: JSON.stringify(before),
        after: JSON.stringify(kept),
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

/** Holds customers against other changes, the lowest number first so that two merges never wait for each other. */
async function hold(
  tx: Kysely<CustomerTables>,
  actor: Actor,
  versions: Record<number, number>,
): Promise<void> {
  for (const id of Object.keys(versions)
    .map(Number)
    .toSorted((a, b) => a - b)) {
    const seen = await getSeen(tx, actor, id, { lock: true });
    if (seen.id !== id) throw conflict('This customer has been merged already.');
    if (seen.version !== versions[id]) throw conflict(stale);
  }
}
