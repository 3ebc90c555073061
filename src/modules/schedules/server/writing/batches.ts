import { violatedConstraint } from '../../../../platform/server/db/database.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { BatchResult, SchedulesDb, ScheduleTables } from '../tables.ts';

interface Batch {
  kind: ScheduleTables['shift_batches']['kind'];
  actor: Actor;
  clientId: string;
  /** Writes the shifts under the id of the batch. */
  write(tx: SchedulesDb, batchId: number): Promise<BatchResult>;
}

/** Runs the request once: a repeat gets the result of the first. */
export async function runOnce(
  db: SchedulesDb,
  { kind, actor, clientId, write }: Batch,
): Promise<{ result: BatchResult; isNew: boolean }> {
  const find = () =>
    db
      .selectFrom('shift_batches')
      .select('result')
      .where('created_by', '=', actor.userId)
      .where('client_id', '=', clientId)
      .executeTakeFirst();
  const first = await find();
  if (first) return { result: first.result, isNew: false };
  try {
    const result = await db.transaction().execute(async (tx) => {
      const empty: BatchResult = { added: 0, skipped: [] };
      const { id } = await tx
        .insertInto('shift_batches')
        .values({
          kind,
          created_by: actor.userId,
          client_id: clientId,
          result: JSON.stringify(empty),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      const written = await write(tx, id);
      await tx
        .updateTable('shift_batches')
        .set({ result: JSON.stringify(written) })
        .where('id', '=', id)
        .execute();
      return written;
    });
    return { result, isNew: true };
  } catch (error) {
    // The first one was still running.
    const other = violatedConstraint(error) && (await find());
    if (!other) throw error;
    return { result: other.result, isNew: false };
  }
}
