import { sql } from 'kysely';
import type { Store } from '../../../../platform/contract/access.ts';
import {
  type Notice,
  notify,
  type Unpublished,
  withdraw,
} from '../../../notifications/server/public.ts';
import type { LeadsDb } from '../tables.ts';
import { findAccepting, findLeaders } from './audience.ts';

const prefixOf = (leadId: number) => `lead:${leadId}:`;
export const hrefOf = (leadId: number) => `/customers/leads?lead=${leadId}`;
const deliver: Notice['deliver'] = { push: true, digest: true, toast: true };

interface Described {
  name: string;
  interest: string;
  source: string | null;
}

/** No more of a customer than the first name and the initial of the last: it is read over shoulders. */
export async function describe(tx: LeadsDb, leadId: number): Promise<Described> {
  const { rows } = await sql<Described>`
    select case when c.kind = 'business' or c.first_name = '' or c.last_name = '' then c.name
        else c.first_name || ' ' || left(c.last_name, 1) || '.' end as name,
      l.interest, s.name as source
    from leads l join customers n on n.id = l.customer_id join customers c on c.id = n.root_id
    left join lead_sources s on s.id = l.source_id where l.id = ${leadId}`.execute(tx);
  const [row] = rows;
  if (!row) throw new Error(`There is no lead ${leadId}`);
  return row;
}

const wants = ({ interest, source }: Described) =>
  [interest || 'No car named yet', source].filter((word) => word !== null).join(' · ');

interface Fresh {
  id: number;
  store: Store;
  assigneeId: number | null;
  authorId: number | null;
  isAnswered: boolean;
}

/** Tells whoever got it; where nobody did, whoever could take it, as long as somebody has to answer. */
export async function notifyReceived(tx: LeadsDb, lead: Fresh): Promise<Unpublished> {
  const { id, store, assigneeId, authorId, isAnswered } = lead;
  const reachable = async () => [
    ...(await findAccepting(tx, store)),
    ...(await findLeaders(tx, store)),
  ];
  const people =
    assigneeId !== null ? [assigneeId] : isAnswered ? [] : [...new Set(await reachable())];
  const told = await describe(tx, id);
  return notify(tx, {
    userIds: people.filter((userId) => userId !== authorId),
    title: assigneeId === null ? `New lead, not assigned: ${told.name}` : `New lead: ${told.name}`,
    message: wants(told),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open the lead',
    key: `${prefixOf(id)}new`,
    deliver,
  });
}

/** Somebody else has it now: who had it need not answer, and who has it hears of it. */
export async function notifyAssigned(
  tx: LeadsDb,
  { id, to, by, eventId }: { id: number; to: number | null; by: number; eventId: number },
): Promise<Unpublished[]> {
  const gone = await withdrawAll(tx, id);
  if (to === null || to === by) return [gone];
  const lead = await describe(tx, id);
  const told = await notify(tx, {
    userIds: [to],
    title: `This lead is yours now: ${lead.name}`,
    message: wants(lead),
    type: 'info',
    actionUrl: hrefOf(id),
    actionLabel: 'Open the lead',
    key: `${prefixOf(id)}assigned:${eventId}`,
    deliver,
  });
  return [gone, told];
}

/** Whoever has it, and who runs the store’s sales, hear once that nobody answered in time. */
export async function notifyOverdue(
  tx: LeadsDb,
  { id, store, assigneeId }: Pick<Fresh, 'id' | 'store' | 'assigneeId'>,
): Promise<Unpublished> {
  const leaders = await findLeaders(tx, store);
  const lead = await describe(tx, id);
  return notify(tx, {
    userIds: [...new Set([...leaders, ...(assigneeId === null ? [] : [assigneeId])])],
    title: `Nobody has answered ${lead.name} in time`,
    message: wants(lead),
    type: 'warning',
    actionUrl: hrefOf(id),
    actionLabel: 'Open the lead',
    key: `${prefixOf(id)}late`,
    deliver,
  });
}

/** Nobody has to answer any more. */
export const withdrawAll = (tx: LeadsDb, leadId: number): Promise<Unpublished> =>
  withdraw(tx, { keyPrefix: prefixOf(leadId) });
