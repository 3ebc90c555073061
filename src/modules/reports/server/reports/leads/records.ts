import { sql } from 'kysely';
import type { Store } from '../../../../../platform/contract/access.ts';
import { storeNames } from '../../../../../platform/contract/names.ts';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import {
  type LeadStatus,
  type LeadType,
  leadStatusNames,
  leadTypeNames,
} from '../../../../leads/server/public.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { ReadQuery } from '../../report.ts';
import { storeIn, timeIn } from '../../tally/facts.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';

interface Row {
  id: number;
  store: Store;
  received_at: Date;
  customer: string;
  interest: string;
  type: LeadType;
  status: LeadStatus;
  assignee: string | null;
  answer_minutes: number | null;
}

/** The leads behind the figures, newest first. */
export async function readRecords(
  db: Db<AnyTables>,
  query: ReadQuery,
  { after, limit }: { after: string | undefined; limit: number },
  groupings: readonly TalliedGrouping[],
): Promise<{ records: ReportRecord[]; next: string | null }> {
  const { joins, where } = filterConditions(groupings, query);
  const { rows } = await sql<Row>`
    select l.id, l.store, l.received_at, c.name as customer, l.interest, l.type, l.status,
      a.shown_name as assignee, (l.answer_seconds / 60.0)::float8 as answer_minutes
    from leads l join customers linked on linked.id = l.customer_id
    join customers c on c.id = linked.root_id left join users a on a.id = l.assignee_id ${joins}
    where ${storeIn('l.store', query)} and ${timeIn('l.received_at', query)}
      and l.status <> 'duplicate' and ${where}
      and ${isBehind(after, sql`l.received_at`, sql`l.id`)}
    order by l.received_at desc, l.id desc limit ${limit + 1}`.execute(db);
  const place = ({ received_at, id }: Row) => ({ moment: received_at.toISOString(), id });
  const { page, next } = pageOf(rows, limit, place);
  return { records: page.map((row) => toRecord(row, query)), next };
}

const toRecord = (row: Row, { scope }: ReadQuery): ReportRecord => ({
  id: String(row.id),
  href: scope.customers ? `/customers/leads?lead=${row.id}` : null,
  cells: [
    row.received_at.toISOString(),
    storeNames[row.store],
    row.customer,
    row.interest,
    leadTypeNames[row.type],
    row.assignee,
    leadStatusNames[row.status],
    row.answer_minutes,
  ],
});
