import { sql } from 'kysely';
import * as z from 'zod/mini';
import type { Store } from '../../../platform/contract/access.ts';
import type { Platform } from '../../../platform/server/platform.ts';
import { announceToTeam } from '../../chat/server/public.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../notifications/server/public.ts';
import type { LeadAbsences } from './absences.ts';
import { listAccepting } from './routing/rotation.ts';
import { personName, worksOnLeads } from './routing/staff.ts';
import type { LeadsDb } from './tables.ts';

const prefixOf = (leadId: number) => `lead:${leadId}:`;
export const hrefOf = (leadId: number) => `/customers/leads?lead=${leadId}`;
const deliver: Notice['deliver'] = { push: true, digest: true, toast: true };

interface LeadSummary {
  name: string;
  interest: string;
  source: string | null;
}

/** Names the customer only by first name and last initial: notifications may be read by others. */
async function describe(tx: LeadsDb, leadId: number): Promise<LeadSummary> {
  const { rows } = await sql<LeadSummary>`
    select case when c.kind = 'business' or c.first_name = '' or c.last_name = '' then c.name
        else c.first_name || ' ' || left(c.last_name, 1) || '.' end as name,
      l.interest, s.name as source
    from leads l join customers n on n.id = l.customer_id join customers c on c.id = n.root_id
    left join lead_sources s on s.id = l.source_id where l.id = ${leadId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`Lead ${leadId} not found`);
  return row;
}

const messageOf = ({ interest, source }: LeadSummary) =>
  [interest || 'No vehicle specified', source].filter((part) => part !== null).join(' · ');

/** The sales managers of a store; if there are none, its general managers. */
async function listLeaders(tx: LeadsDb, store: Store): Promise<number[]> {
  const { rows } = await sql<{ id: number; role: string }>`
    select u.id, u.role from users u
    where ${worksOnLeads([store])} and (u.role = 'general_manager'
      or u.role = 'manager' and u.department = 'sales')
    order by u.id`.execute(tx);
  const managers = rows.filter(({ role }) => role === 'manager');
  return (managers.length > 0 ? managers : rows).map(({ id }) => id);
}

interface ReceivedLead {
  id: number;
  store: Store;
  assigneeId: number | null;
  authorId: number | null;
  isAnswered: boolean;
}

/** Notifies the assignee; without one, everyone who could claim the lead, if it needs a response. */
export async function notifyReceived(
  tx: LeadsDb,
  lead: ReceivedLead,
  absences: LeadAbsences,
): Promise<Unpublished> {
  const { id, store, assigneeId, authorId, isAnswered } = lead;
  const reachable = async () => [
    ...(await listAccepting(tx, store, absences)),
    ...(await listLeaders(tx, store)),
  ];
  const people =
    assigneeId !== null ? [assigneeId] : isAnswered ? [] : [...new Set(await reachable())];
  const summary = await describe(tx, id);
  return notify(tx, {
    userIds: people.filter((userId) => userId !== authorId),
    title:
      assigneeId === null ? `New unassigned lead: ${summary.name}` : `New lead: ${summary.name}`,
    message: messageOf(summary),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open lead',
    key: `${prefixOf(id)}new`,
    deliver,
  });
}

/** Withdraws the earlier notifications and notifies the new assignee. */
export async function notifyAssigned(
  tx: LeadsDb,
  { id, to, by, eventId }: { id: number; to: number | null; by: number; eventId: number },
): Promise<Unpublished[]> {
  const withdrawn = await withdrawAll(tx, id);
  if (to === null || to === by) return [withdrawn];
  const lead = await describe(tx, id);
  const sent = await notify(tx, {
    userIds: [to],
    title: `Lead assigned to you: ${lead.name}`,
    message: messageOf(lead),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open lead',
    key: `${prefixOf(id)}assigned:${eventId}`,
    deliver,
  });
  return [withdrawn, sent];
}

/** Notifies the assignee and the sales managers that the response is overdue. */
export async function notifyOverdue(
  tx: LeadsDb,
  { id, store, assigneeId }: Pick<ReceivedLead, 'id' | 'store' | 'assigneeId'>,
): Promise<Unpublished> {
  const leaders = await listLeaders(tx, store);
  const lead = await describe(tx, id);
  return notify(tx, {
    userIds: [...new Set([...leaders, ...(assigneeId === null ? [] : [assigneeId])])],
    title: `Response overdue: ${lead.name}`,
    message: messageOf(lead),
    type: 'warning',
    actionUrl: hrefOf(id),
    actionLabel: 'Open lead',
    key: `${prefixOf(id)}late`,
    deliver,
  });
}

/** Notifies the assignee that the customer missed the appointment. */
export async function notifyNoShow(
  tx: LeadsDb,
  { id, to, by, eventId }: { id: number; to: number | null; by: number; eventId: number },
): Promise<Unpublished> {
  const lead = await describe(tx, id);
  return notify(tx, {
    userIds: to === null || to === by ? [] : [to],
    title: `No-show: ${lead.name}`,
    message: messageOf(lead),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open lead',
    key: `${prefixOf(id)}no_show:${eventId}`,
    deliver,
  });
}

/** Notifies the assignee that the customer has come to the store. */
export async function notifyArrived(
  tx: LeadsDb,
  {
    id,
    to,
    by,
    eventId,
    isBeBack,
  }: {
    id: number;
    to: readonly (number | null)[];
    by: number;
    eventId: number;
    isBeBack: boolean;
  },
): Promise<Unpublished> {
  const lead = await describe(tx, id);
  return notify(tx, {
    userIds: [...new Set(to)].filter(
      (userId): userId is number => userId !== null && userId !== by,
    ),
    title: `${isBeBack ? 'Back in the showroom' : 'In the showroom'}: ${lead.name}`,
    message: messageOf(lead),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open lead',
    key: `${prefixOf(id)}arrived:${eventId}`,
    deliver,
  });
}

/** Withdraws all notifications of a lead; a response is no longer needed. */
export const withdrawAll = (tx: LeadsDb, leadId: number): Promise<Unpublished> =>
  withdraw(tx, { keyPrefix: prefixOf(leadId) });

const announceJob = z.object({ leadId: z.number(), messageId: z.string() });

/** Announces a new lead in the sales channel, once. */
export async function announceLead(platform: Platform, payload: unknown): Promise<void> {
  const { leadId, messageId } = z.parse(announceJob, payload);
  const db: LeadsDb = platform.db;
  const lead = await db
    .selectFrom('leads')
    .select(['store', 'assignee_id'])
    .where('id', '=', leadId)
    .executeTakeFirst();
  if (!lead) return;
  const { name, interest, source } = await describe(db, leadId);
  const assignee = await personName(db, lead.assignee_id);
  const summary = [name, interest, source].filter((part) => part).join(' · ');
  const assigned = assignee === null ? 'Unassigned.' : `Assigned to ${assignee}.`;
  await announceToTeam(platform, {
    store: lead.store,
    department: 'sales',
    content: `New lead: ${summary}. ${assigned} ${platform.publicUrl()}${hrefOf(leadId)}`,
    clientMsgId: messageId,
  });
}
