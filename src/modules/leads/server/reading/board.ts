import { type RawBuilder, sql } from 'kysely';
import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { dateAt, dayStart } from '../../../../platform/contract/wallTime.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { getTimezone } from '../../../organization/server/public.ts';
import type { Status } from '../../contract/status.ts';
import { openStatuses } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import type { Board } from '../../contract.ts';
import type { LeadsDb } from '../tables.ts';
import { matching } from './filters.ts';
import { type LeadRow, selectLeads, toLeads } from './rows.ts';

type Query = ValidOf<typeof calls.getBoard>['query'];

const columnMaxSize = 100;

/**
 * Open leads by status. Within a status first those whose clock runs, by due time; appointments by their
 * time.
 */
export async function getBoard(db: LeadsDb, actor: Actor, query: Query): Promise<Board> {
  const matches = await matching(db, actor, query);
  const { rows } = await sql<LeadRow & { place: number; total: number }>`
    with placed as materialized (
      select l.id, row_number() over state as place,
        count(*) over (partition by l.status) as total
      from leads l where ${matches} and l.is_open
      window state as (partition by l.status
        order by l.is_waiting desc, case when l.is_waiting then l.due_at end,
          case when l.is_waiting then l.received_at end,
          case when l.status = 'appointment' then l.appointment_at end, l.last_at desc, l.id))
    select found.*, placed.place, placed.total from (${selectLeads}) found
    join placed on placed.id = found.id
    where placed.place <= ${columnMaxSize} order by placed.place`.execute(db);
  const leads = await toLeads(db, rows);
  const counts = new Map<Status, number>(rows.map(({ status, total }) => [status, total]));
  return {
    columns: openStatuses.map((status) => ({
      status,
      count: counts.get(status) ?? 0,
      leads: leads.filter((lead) => lead.status === status),
    })),
    month: await readMonth(db, matches),
    serverTime: new Date().toISOString(),
  };
}

async function readMonth(db: LeadsDb, matches: RawBuilder<boolean>): Promise<Board['month']> {
  const timezone = await getTimezone(db);
  const first = `${dateAt(timezone, Date.now()).slice(0, 7)}-01`;
  const { rows } = await sql<Board['month']>`
    select count(*) as received, count(l.contacted_at) as contacted,
      count(*) filter (where l.answered_at <= l.due_at) as "inTime",
      percentile_cont(0.5) within group (order by l.answer_seconds) as "medianSeconds",
      count(l.appointment_set_at) as appointments, count(*) filter (where l.has_shown) as showed,
      count(l.sold_at) as sold
    from leads l
    where ${matches} and l.status <> 'duplicate'
      and l.received_at >= ${new Date(dayStart(timezone, first))}`.execute(db);
  const [month] = rows;
  if (!month) throw new Error('A count of leads has one row');
  return month;
}
