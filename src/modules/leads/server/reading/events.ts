import { sql } from 'kysely';
import type { LeadEvent } from '../../contract/lead.ts';
import type { EventData, LeadsDb } from '../tables.ts';

const historyMaxSize = 200;

interface EventRow {
  id: number;
  at: Date;
  by: string | null;
  kind: EventData['kind'];
  data: object;
}

/** The history of a lead, latest first. The caller has checked access. */
export async function findEvents(db: LeadsDb, leadId: number): Promise<LeadEvent[]> {
  const { rows } = await sql<EventRow>`
    select e.id, e.at, e.kind, e.data, u.shown_name as by
    from lead_events e left join users u on u.id = e.author_id
    where e.lead_id = ${leadId} order by e.id desc limit ${historyMaxSize}`.execute(db);
  return rows.map(({ id, at, by, kind, data }) => ({
    id,
    at: at.toISOString(),
    by,
    data: { kind, ...data } as EventData,
  }));
}
