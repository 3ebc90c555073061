import { sql } from 'kysely';
import type { AnyTables, Db } from '../../../../../platform/server/db/database.ts';
import { type Kind, kindNames, type RequestPart } from '../../../../requests/contract.ts';
import type { ReportRecord } from '../../../contract/report.ts';
import type { ReadQuery } from '../../report.ts';
import { isBehind, pageOf } from '../../tally/pages.ts';
import { filterConditions, type TalliedGrouping } from '../../tally/tally.ts';
import { requestsOf } from './facts.ts';

interface Row {
  place: number;
  message_id: string;
  channel_id: string;
  channel: string;
  kind: Kind;
  status: RequestPart['status'];
  at: Date;
  asker: string;
  owner: string | null;
  claim_minutes: number | null;
  done_minutes: number | null;
}

const statusNames: Record<RequestPart['status'], string> = {
  open: 'Open',
  claimed: 'Claimed',
  done: 'Done',
  cancelled: 'Canceled',
};

/** A numeric tiebreaker for requests of the same millisecond: the random end of the id, which begins with the time. */
const place = sql`('x' || right(f.message_id::text, 12))::bit(48)::bigint`;

/** The requests behind the figures, newest first; never the message text. */
export async function readRecords(
  db: Db<AnyTables>,
  query: ReadQuery,
  { after, limit }: { after: string | undefined; limit: number },
  groupings: readonly TalliedGrouping[],
): Promise<{ records: ReportRecord[]; next: string | null }> {
  const { joins, where } = filterConditions(groupings, query);
  const { rows } = await sql<Row>`
    select ${place} as place, f.message_id, f.channel_id, f.channel, f.kind, f.status, f.at,
      a.shown_name as asker, o.shown_name as owner,
      (extract(epoch from f.claimed_at - f.at) / 60)::float8 as claim_minutes,
      (extract(epoch from f.closed_at - f.at) / 60)::float8 as done_minutes
    from (select r.*, r.asked_at as at, c.name as channel, c.store from ${requestsOf(query)}) f
    join users a on a.id = f.asked_by left join users o on o.id = f.owner_id ${joins}
    where ${where} and ${isBehind(after, sql`f.at`, place)}
    order by f.at desc, place desc limit ${limit + 1}`.execute(db);
  const { page, next } = pageOf(rows, limit, ({ at, place: id }) => ({
    moment: at.toISOString(),
    id,
  }));
  return { records: page.map(toRecord), next };
}

const toRecord = (row: Row): ReportRecord => ({
  id: row.message_id,
  href: `/?channel=${row.channel_id}&message=${row.message_id}`,
  cells: [
    row.at.toISOString(),
    row.channel,
    kindNames[row.kind],
    statusNames[row.status],
    row.asker,
    row.owner,
    row.claim_minutes,
    row.status === 'done' ? row.done_minutes : null,
  ],
});
