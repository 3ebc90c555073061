import { sql } from 'kysely';
import { conflict, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/merging.ts';
import { noteDuplicates } from '../duplicates.ts';
import { assertMay, canMerge, sentences } from '../policy.ts';
import { publishChange, publishRecordChange } from '../publish.ts';
import { refresh } from '../record/facts.ts';
import { describeCustomer } from '../record/open.ts';
import type { CustomerServices } from '../services.ts';
import type { CustomersDb, MergeSnapshot } from '../tables.ts';
import { getVisibleCustomer, subjectOf } from '../visible.ts';
import { readSnapshot, unmergeSnapshot, writeSnapshot } from './snapshot.ts';

/** Undoes a merge: both customers are restored, except for changes to the survivor since. */
export function undoMerge(services: CustomerServices): Handler<typeof calls.undoMerge> {
  const { platform, db, writes } = services;
  return async ({ actor, params: { mergeId }, ip }) => {
    assertMay(canMerge(actor), sentences.merge);
    await writes.consume(String(actor.userId));
    const undone = await db.transaction().execute(async (tx) => {
      const merge = await tx
        .selectFrom('customer_merges')
        .selectAll()
        .where('id', '=', mergeId)
        .forUpdate()
        .executeTakeFirst();
      if (!merge) throw notFound();
      const { survivor_id: survivorId, merged_id: restoredId } = merge;
      const survivor = await getVisibleCustomer(tx, actor, survivorId, { lock: true });
      if (merge.undone_at) throw conflict('This merge has already been undone.');
      if (survivor.id !== survivorId || (await hasLaterMerge(tx, survivorId, mergeId)))
        throw conflict('These customers were merged again later. Undo the later merge first.');
      const now = await readSnapshot(tx, survivorId);
      // Restore first: shared values must not belong to both records in search.
      await sql`with recursive below as (
          select id from customers where id = ${restoredId}
          union all select c.id from customers c join below b on c.merged_into_id = b.id)
        update customers set
          survivor_id = case when id = ${restoredId} then null else ${restoredId}::integer end,
          merged_into_id = case when id = ${restoredId} then null else merged_into_id end
        where id in (select id from below)`.execute(tx);
      const unmerged = unmergeSnapshot(merge.before, merge.after, now);
      await writeSnapshot(tx, survivorId, unmerged, actor.userId);
      await copyOptOuts(tx, actor, merge, now);
      await refresh(tx, [survivorId, restoredId]);
      await noteDuplicates(tx, [survivorId, restoredId]);
      await tx
        .updateTable('customer_merges')
        .set({ undone_at: new Date(), undone_by: actor.userId })
        .where('id', '=', mergeId)
        .execute();
      await recordActivity(tx, {
        actor,
        action: 'customer.merge_undone',
        subject: subjectOf(survivorId),
        after: { restoredId },
        ip,
      });
      return { survivorId, restoredId };
    });
    publishChange(platform, actor, await describeCustomer(db, actor, undone.survivorId));
    publishRecordChange(platform, undone.survivorId, undone.restoredId);
    return undone;
  };
}

/**
 * An opt-out recorded while the two were one customer may be of either, so it applies to the restored one, too. Consent
 * given since then stays with the survivor alone.
 */
async function copyOptOuts(
  tx: CustomersDb,
  actor: Actor,
  merge: { survivor_id: number; merged_id: number; merged_at: Date; after: MergeSnapshot },
  now: MergeSnapshot,
): Promise<void> {
  const { survivor_id: survivorId, merged_id: restoredId, merged_at: mergedAt, after } = merge;
  await sql`insert into customer_consents
      (customer_id, channel, topic, granted, source, wording, at, author_id)
    select ${restoredId}, channel, topic, granted, source, wording, at, author_id
    from (select distinct on (e.channel, e.topic) e.* from customer_consents e
      where e.customer_id = ${survivorId} and e.at >= ${mergedAt}
      order by e.channel, e.topic, e.id desc) latest
    where not latest.granted`.execute(tx);
  if (!now.facts.doNotContact || after.facts.doNotContact) return;
  await sql`update customers set do_not_contact = true, version = version + 1, updated_at = now(),
      updated_by = ${actor.userId}
    where id = ${restoredId} and not do_not_contact`.execute(tx);
}

async function hasLaterMerge(
  tx: CustomersDb,
  survivorId: number,
  mergeId: number,
): Promise<boolean> {
  const later = await tx
    .selectFrom('customer_merges')
    .select('id')
    .where('survivor_id', '=', survivorId)
    .where('id', '>', mergeId)
    .where('undone_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return later !== undefined;
}
