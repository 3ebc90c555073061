import { type Selectable, sql } from 'kysely';
import type { DueBillInput } from '../../contract/facts.ts';
import type { DealsDb, DueBillsTable } from '../tables.ts';

type DueBillRecord = Omit<DueBillsTable, 'id'> & { id: number | null };

interface Author {
  dealId: number;
  userId: number;
}

/** The due bills to store; one that was already done keeps its time and person. */
export function toDueBills(
  { dealId, userId }: Author,
  input: readonly DueBillInput[],
  before: readonly Selectable<DueBillsTable>[] = [],
): DueBillRecord[] {
  const existing = new Map(before.map((one) => [one.id, one]));
  return input.map(({ id, what, isDone }, index) => {
    const was = id === undefined ? undefined : existing.get(id);
    if (was) existing.delete(was.id);
    const done = was?.done_at ? was : { done_at: new Date(), done_by: userId };
    return {
      id: was?.id ?? null,
      deal_id: dealId,
      position: index + 1,
      what,
      done_at: isDone ? done.done_at : null,
      done_by: isDone ? done.done_by : null,
    };
  });
}

/** Replaces the due bills of a deal; existing ones keep their ids. */
export async function writeDueBills(
  tx: DealsDb,
  dealId: number,
  bills: readonly DueBillRecord[],
): Promise<void> {
  const kept = bills.filter(({ id }) => id !== null);
  const fresh = bills.filter(({ id }) => id === null).map(({ id: _, ...bill }) => bill);
  await sql`delete from deal_due_bills where deal_id = ${dealId}
    and id <> all(${kept.map(({ id }) => id)}::integer[])`.execute(tx);
  await sql`update deal_due_bills b
    set position = k.position, what = k.what, done_at = k.done_at, done_by = k.done_by
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as k (id integer, position smallint, what text, done_at timestamptz, done_by integer)
    where b.id = k.id and b.deal_id = ${dealId}`.execute(tx);
  if (fresh.length > 0) await tx.insertInto('deal_due_bills').values(fresh).execute();
}

const describeBills = (bills: readonly Pick<DueBillsTable, 'what' | 'done_at'>[]) =>
  JSON.stringify(bills.map(({ what, done_at }) => [what, done_at !== null]));

export const areSameDueBills = (
  some: readonly Pick<DueBillsTable, 'what' | 'done_at'>[],
  others: readonly Pick<DueBillsTable, 'what' | 'done_at'>[],
) => describeBills(some) === describeBills(others);
