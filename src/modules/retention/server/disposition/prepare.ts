import { sql } from 'kysely';
import { addDays } from '../../../../platform/contract/wallTime.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import type * as calls from '../../contract/disposition.ts';
import { batchMaxItems } from '../../contract/disposition.ts';
import { lockRetention } from '../lock.ts';
import { getToday } from '../periods/dates.ts';
import type { RetentionDb } from '../tables.ts';
import { getBatch } from './batches.ts';
import { isOpen, longestDue } from './due.ts';

export function prepareBatch(db: RetentionDb): Handler<typeof calls.prepareBatch> {
  return async ({ actor, body: { clientId }, ip }) => {
    const id = await db.transaction().execute(async (tx) => {
      await lockRetention(tx);
      const existing = await tx
        .selectFrom('disposition_batches')
        .select('id')
        .where('prepared_by', '=', actor.userId)
        .where('client_id', '=', clientId)
        .executeTakeFirst();
      if (existing) return existing.id;
      const through = addDays(await getToday(tx), -1);
      const batch = await tx
        .insertInto('disposition_batches')
        .values({ through, prepared_by: actor.userId, client_id: clientId })
        .returning('id')
        .executeTakeFirstOrThrow();
      const items = await gather(tx, batch.id, through);
      if (items === 0) throw conflict('Nothing is due that is not already on hold or in a batch.');
      await recordActivity(tx, {
        actor,
        action: 'retention.batch_prepared',
        subject: { type: 'disposition_batch', id: batch.id, name: `Batch ${batch.id}` },
        after: { through, items },
        ip,
      });
      return batch.id;
    });
    return getBatch(db, actor, id);
  };
}

const isFree = sql`not s.held and not exists (
  select from disposition_items d where d.item_id = s.item_id and ${isOpen})`;

/** Adds items that are due, not on hold, and in no open batch; returns how many. */
async function gather(tx: RetentionDb, batchId: number, through: string): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    insert into disposition_items (batch_id, item_id)
    select ${batchId}, s.item_id from ${longestDue(through, isFree)}
    order by s.keep_until, s.item_id limit ${batchMaxItems}`.execute(tx);
  return Number(numAffectedRows);
}
