import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { conflict, notFound } from '../../../../platform/server/http/errors.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { getVisible } from '../reading/visible.ts';
import type { CustomersDb } from '../tables.ts';
import { subjectOf } from '../writing/create.ts';
import { refresh } from '../writing/facts.ts';
import { unmergeSnapshot } from './joining.ts';
import { readSnapshot, writeSnapshot } from './standing.ts';

interface Undone {
  survivorId: number;
  restoredId: number;
}

/** Undoes a merge: both customers are restored, except for changes to the survivor since. */
export async function undo(
  db: CustomersDb,
  actor: Actor,
  { mergeId, ip }: { mergeId: number; ip: string },
): Promise<Undone> {
  return db.transaction().execute(async (tx) => {
    const merged = await tx
      .selectFrom('customer_merges')
      .selectAll()
      .where('id', '=', mergeId)
      .forUpdate()
      .executeTakeFirst();
    if (!merged) throw notFound();
    const { survivor_id: survivorId, merged_id: restoredId } = merged;
    const survivor = await getVisible(tx, actor, survivorId, { lock: true });
    if (merged.undone_at) throw conflict('This merge has already been undone.');
    if (survivor.id !== survivorId || (await hasLater(tx, survivorId, mergeId)))
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
    await writeSnapshot(
      tx,
      survivorId,
      unmergeSnapshot(merged.before, merged.after, now),
      actor.userId,
    );
    await refresh(tx, [survivorId, restoredId]);
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
}

async function hasLater(tx: CustomersDb, survivorId: number, mergeId: number): Promise<boolean> {
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
