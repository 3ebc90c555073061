import { sql } from 'kysely';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/merging.ts';
import { noteDuplicates } from '../duplicates.ts';
import { assertMay, canMerge, sentences } from '../policy.ts';
import { publishChange, publishRecordChange } from '../publish.ts';
import { refresh } from '../record/facts.ts';
import { describeCustomer } from '../record/open.ts';
import type { CustomerServices } from '../services.ts';
import { lockVisiblePair, subjectOf } from '../visible.ts';
import { mergeSnapshots, readSnapshot, writeSnapshot } from './snapshot.ts';

/**
 * Merges `otherId` into `customerId`. The other's row and everything linked to it stay unchanged and are read
 * through the survivor, so an undo does not have to move anything back.
 */
export function mergeCustomers(services: CustomerServices): Handler<typeof calls.mergeCustomers> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { customerId }, body, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const { otherId, version, otherVersion } = body;
    if (customerId === otherId)
      throw invalid('A customer can’t be merged with itself.', {
        otherId: 'Choose another customer',
      });
    await db.transaction().execute(async (tx) => {
      const [customer, other] = await lockVisiblePair(tx, actor, customerId, otherId);
      if (customer.id !== customerId || other.id !== otherId)
        throw conflict('This customer has already been merged.');
      assertVersion(customer, version, 'this customer');
      assertVersion(other, otherVersion, 'this customer');
      const before = await readSnapshot(tx, customerId);
      const merged = mergeSnapshots(before, await readSnapshot(tx, otherId));
      await writeSnapshot(tx, customerId, merged, actor.userId);
      await sql`update customers set survivor_id = ${customerId},
        merged_into_id = case when id = ${otherId} then ${customerId} else merged_into_id end
        where root_id = ${otherId}`.execute(tx);
      // Read back, because the database may order values differently.
      const after = await readSnapshot(tx, customerId);
      await tx
        .insertInto('customer_merges')
        .values({
          survivor_id: customerId,
          merged_id: otherId,
          before: JSON.stringify(before),
          after: JSON.stringify(after),
          merged_by: actor.userId,
          undone_at: null,
          undone_by: null,
        })
        .execute();
      await refresh(tx, [customerId]);
      await noteDuplicates(tx, [customerId, otherId]);
      await recordActivity(tx, {
        actor,
        action: 'customer.merged',
        subject: subjectOf(customerId),
        after: { mergedId: otherId },
        ip,
      });
    });
    const record = await describeCustomer(db, actor, customerId);
    publishChange(platform, actor, record);
    publishChange(platform, actor, { id: otherId, version: record.version });
    publishRecordChange(platform, customerId, otherId);
    return record;
  };
}
