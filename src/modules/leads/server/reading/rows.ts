import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { toReference } from '../../../../platform/server/records/references.ts';
import { inStores } from '../../../../platform/server/records/stores.ts';
import type { Lead } from '../../contract/lead.ts';
import { openSeconds } from '../../contract/open-hours.ts';
import type { Milestones } from '../../contract/status.ts';
import { isVisit } from '../events.ts';
import { storesOf } from '../policy.ts';
import { readRouting, type StoreRouting } from '../routing/routing.ts';
import type { LeadsDb, LeadsTable } from '../tables.ts';

type LeadColumns = Omit<
  Selectable<LeadsTable>,
  'client_id' | 'cars' | 'due_at' | 'customer_id' | 'created_by' | 'search_text'
>;

export interface LeadRow extends LeadColumns {
  due_at: Date;
  customer_id: number;
  customer: string;
  source: string | null;
  assignee: string | null;
  is_no_show: boolean;
}

/** Selects full lead rows; the caller appends joins and conditions on `leads l`. */
export const selectLeads = sql`
  select l.id, l.store, l.type, l.source_id, s.name as source, l.external_id, l.status, l.lost_reason,
    c.id as customer_id, c.name as customer, l.assignee_id,
    a.shown_name as assignee, l.interests, l.interest, l.vehicle_id, l.trade,
    l.comments, l.received_at, l.due_at, l.answered_at, l.answer_seconds, l.attempted_at,
    l.attempt_seconds, l.contacted_at, l.contact_seconds, l.late_at, l.appointment_at,
    l.appointment_id, l.appointment_set_at, l.no_show_at, l.showed_at, l.sold_at, l.is_remote,
    l.be_backs, l.last_at, l.version, l.is_open, l.is_waiting, l.has_shown,
    l.no_show_at is not null and l.is_open and l.status <> 'appointment' and coalesce((
      select e.kind = 'no_show' from lead_events e
      where e.lead_id = l.id and (e.kind = 'no_show' or ${isVisit})
      order by e.id desc limit 1), true) as is_no_show
  from leads l
  join customers named on named.id = l.customer_id
  join customers c on c.id = named.root_id
  left join lead_sources s on s.id = l.source_id
  left join users a on a.id = l.assignee_id`;

/** Condition on `leads l`: of this customer, or one merged with them. */
export const ofCustomer = (customerId: number): RawBuilder<boolean> => sql`l.customer_id in (
  select m.id from customers c join customers m on m.root_id = c.root_id where c.id = ${customerId})`;

/** Condition on `leads l`. */
export const visibleTo = (actor: Actor) => inStores('l.store', storesOf(actor));

const iso = (at: Date | null) => at?.toISOString() ?? null;

export const milestonesOf = (
  row: Pick<LeadRow, 'attempted_at' | 'contacted_at' | 'showed_at'>,
): Milestones => ({
  attemptedAt: iso(row.attempted_at),
  contactedAt: iso(row.contacted_at),
  showedAt: iso(row.showed_at),
});

/** Reads the routing settings once for all rows. */
export async function toLeads(db: LeadsDb, rows: readonly LeadRow[]): Promise<Lead[]> {
  if (rows.length === 0) return [];
  const routings = await readRouting(db);
  return rows.map((row) => toLead(row, routings.get(row.store)));
}

const toLead = (row: LeadRow, routing: StoreRouting | undefined): Lead => ({
  id: row.id,
  store: row.store,
  status: row.status,
  type: row.type,
  source: toReference(row.source_id, row.source),
  customer: { id: row.customer_id, name: row.customer },
  interest: row.interest,
  assignee: toReference(row.assignee_id, row.assignee),
  receivedAt: row.received_at.toISOString(),
  answeredAt: iso(row.answered_at),
  clock: clockOf(row, routing),
  ...milestonesOf(row),
  noShowAt: iso(row.no_show_at),
  isNoShow: row.is_no_show,
  isRemote: row.is_remote,
  appointmentAt: iso(row.appointment_at),
  lostReason: row.lost_reason,
  lastAt: row.last_at.toISOString(),
  version: row.version,
});

function clockOf(row: LeadRow, routing: StoreRouting | undefined): Lead['clock'] {
  const { is_waiting, due_at, received_at, answered_at, answer_seconds, last_at } = row;
  if (answered_at && answer_seconds !== null) {
    return { dueAt: null, seconds: answer_seconds, isLate: answered_at > due_at };
  }
  // A lead closed while its clock ran keeps the time of its last event.
  const until = is_waiting ? Date.now() : last_at.getTime();
  return {
    dueAt: is_waiting ? due_at.toISOString() : null,
    seconds: routing ? openSeconds(routing, received_at.getTime(), until) : 0,
    isLate: is_waiting && due_at.getTime() <= Date.now(),
  };
}
