import { sql } from 'kysely';
import { notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Batch } from '../../contract/disposition.ts';
import type { RetentionDb } from '../tables.ts';
import { canDecide, canWithdraw } from './policy.ts';

interface BatchRow {
  id: number;
  through: string;
  prepared_by: number;
  preparer: string;
  prepared_at: Date;
  decision: 'approved' | 'declined' | 'withdrawn' | null;
  decider: string | null;
  decided_at: Date | null;
  reason: string | null;
  items: number;
  begun: boolean;
  done: boolean;
}

const shown = 200;

/** The latest batches, or one, as the actor may see and decide them. */
export async function listBatches(db: RetentionDb, actor: Actor, id?: number): Promise<Batch[]> {
  const { rows } = await sql<BatchRow>`
    select b.id, b.through::text, b.prepared_by, b.prepared_at, d.decision, d.reason, d.decided_at,
      preparer.shown_name as preparer,
      decider.shown_name as decider,
      (select count(*) from disposition_items where batch_id = b.id) as items,
      exists (select from disposition_verdicts where batch_id = b.id) as begun,
      exists (select from disposition_completions where batch_id = b.id) as done
    from disposition_batches b
    join users preparer on preparer.id = b.prepared_by
    left join disposition_decisions d on d.batch_id = b.id
    left join users decider on decider.id = d.decided_by
    where b.id = coalesce(${id ?? null}::bigint, b.id)
    order by b.id desc limit ${shown}`.execute(db);
  return rows.map((row) => toBatch(row, actor));
}

export async function getBatch(db: RetentionDb, actor: Actor, id: number): Promise<Batch> {
  const [batch] = await listBatches(db, actor, id);
  if (!batch) throw notFound();
  return batch;
}

function toBatch(row: BatchRow, actor: Actor): Batch {
  const state = stateOf(row);
  const waits = state === 'prepared';
  return {
    id: row.id,
    through: row.through,
    preparedBy: row.preparer,
    preparedAt: row.prepared_at.toISOString(),
    state,
    decidedBy: row.decider,
    decidedAt: row.decided_at?.toISOString() ?? null,
    reason: row.reason ?? '',
    items: row.items,
    may: {
      decide: waits && canDecide(actor, row.prepared_by),
      withdraw: waits && canWithdraw(actor, row.prepared_by),
    },
  };
}

function stateOf({ decision, begun, done }: BatchRow): Batch['state'] {
  if (decision !== 'approved') return decision ?? 'prepared';
  if (done) return 'done';
  return begun ? 'destroying' : 'approved';
}
