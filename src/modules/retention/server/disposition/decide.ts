import { conflict, forbidden, invalid, notFound } from '../../../../platform/server/errors.ts';
import type { Context, Handler } from '../../../../platform/server/http/routes.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/disposition.ts';
import type { RetentionDb } from '../tables.ts';
import { getBatch } from './batches.ts';
import { destroyingJob } from './execute.ts';
import { canDecide, canWithdraw } from './policy.ts';

type DecideContext = Context<typeof calls.decideBatch>;

export function decideBatch(platform: Platform): Handler<typeof calls.decideBatch> {
  const db: RetentionDb = platform.db;
  return async (context) => {
    const { batchId } = context.params;
    await db.transaction().execute(async (tx) => {
      await decide(tx, context);
      // Enqueued in the same transaction as the approval: neither exists without the other.
      if (context.body.decision === 'approved') {
        await platform.jobs.add(tx, destroyingJob, { batchId });
      }
    });
    return getBatch(db, context.actor, batchId);
  };
}

async function decide(tx: RetentionDb, { actor, params, body, ip }: DecideContext): Promise<void> {
  const { decision, reason } = body;
  const batch = await tx
    .selectFrom('disposition_batches')
    .select(['id', 'prepared_by'])
    .where('id', '=', params.batchId)
    .executeTakeFirst();
  if (!batch) throw notFound();
  if (decision === 'withdrawn') {
    if (!canWithdraw(actor, batch.prepared_by)) {
      throw forbidden('Only the person who prepared a batch can withdraw it.');
    }
  } else if (!canDecide(actor, batch.prepared_by)) {
    throw forbidden('You prepared this batch, so someone else must decide on it.');
  }
  if (decision === 'declined' && reason === '') {
    throw invalid('Enter a reason.', { reason: 'Required' });
  }
  const decided = await tx
    .insertInto('disposition_decisions')
    .values({
      batch_id: batch.id,
      prepared_by: batch.prepared_by,
      decision,
      reason,
      decided_by: actor.userId,
    })
    .onConflict((same) => same.column('batch_id').doNothing())
    .returning('batch_id')
    .executeTakeFirst();
  if (!decided) throw conflict('This batch has already been decided.');
  await recordActivity(tx, {
    actor,
    action: `retention.batch_${decision}`,
    subject: { type: 'disposition_batch', id: batch.id, name: `Batch ${batch.id}` },
    after: reason ? { reason } : null,
    ip,
  });
}
