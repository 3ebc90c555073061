import { sql } from 'kysely';
import type { CalendarDate } from '../../../../platform/contract/wallTime.ts';
import type { Stipulation } from '../../contract/jacket.ts';
import type { JacketsDb } from '../tables.ts';

interface StipulationRow {
  id: number;
  text: string;
  due_on: string;
  document_type: string | null;
  added_by: string;
  cleared_by: string | null;
  cleared_at: Date | null;
  document_id: number | null;
  version: number;
}

/** What the lender of a deal wants: what is open first, the earliest due day on top. */
export async function findStipulations(
  db: JacketsDb,
  dealId: number,
  today: CalendarDate,
): Promise<Stipulation[]> {
  const { rows } = await sql<StipulationRow>`
    select t.id, t.text, t.due_on::text as due_on, t.document_type, a.shown_name as added_by,
      c.shown_name as cleared_by, t.cleared_at, t.document_id, t.version
    from deal_stipulations t join users a on a.id = t.created_by
    left join users c on c.id = t.cleared_by
    where t.deal_id = ${dealId} and t.removed_at is null
    order by t.cleared_at is not null, t.due_on, t.id`.execute(db);
  return rows.map((row) => ({
    stipulationId: row.id,
    text: row.text,
    dueOn: row.due_on,
    isOverdue: row.cleared_at === null && row.due_on < today,
    type: row.document_type,
    cleared:
      row.cleared_at === null
        ? null
        : {
            by: row.cleared_by ?? '',
            at: row.cleared_at.toISOString(),
            documentId: row.document_id,
          },
    addedBy: row.added_by,
    version: row.version,
  }));
}
