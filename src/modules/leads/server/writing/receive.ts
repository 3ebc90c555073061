import { randomUUID } from 'node:crypto';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { LeadType } from '../../contract/lead.ts';
import { dueAt } from '../../contract/open-hours.ts';
import { addEvent } from '../events.ts';
import { notifyReceived } from '../notify.ts';
import type { LeadParts } from '../parts.ts';
import { advanceRotation } from '../routing/rotation.ts';
import { lockRouting, type StoreRouting } from '../routing/routing.ts';
import { personName } from '../routing/staff.ts';
import { sourceName } from '../sources/list.ts';
import type { Interest, LeadsDb, Trade } from '../tables.ts';
import { carColumns } from './cars.ts';

interface NewLead {
  store: Store;
  customerId: number;
  type: LeadType;
  sourceId: number | null;
  externalId: string | null;
  interests: Interest[];
  trade: Trade | null;
  comments: string;
  /** Now, unless given. */
  receivedAt?: Date;
  /** Null: submitted by its source. */
  authorId: number | null;
  clientId: string;
  /** Undefined: the next in rotation. */
  assigneeId: number | null | undefined;
}

export interface ReceiveParts extends Pick<LeadParts, 'findSellingProblems' | 'absences'> {
  jobs: Pick<Jobs, 'add'>;
}

export interface Received {
  id: number;
  notification: Unpublished;
}

/**
 * Stores a new lead, assigns it and notifies. Its response clock starts. A job announces it in the sales
 * channel after COMMIT. A caller has been reached and a walk-in is at the store: no clock, no announcement.
 */
export async function receiveLead(
  tx: LeadsDb,
  parts: ReceiveParts,
  lead: NewLead,
): Promise<Received> {
  const routing = await lockRouting(tx, lead.store);
  const inTurn = lead.assigneeId === undefined;
  const assigneeId = await assigneeOf(tx, parts, routing, lead);
  const at = lead.receivedAt ?? new Date();
  const reached = lead.authorId === null ? null : reachedBy(lead.type);
  const isAnswered = reached !== null;
  const { id } = await insert(tx, { lead, routing, assigneeId, at, status: reached ?? 'new' });
  const source = await sourceName(tx, lead.sourceId);
  await addEvent(tx, id, lead.authorId, { kind: 'received', source }, { at });
  if (assigneeId !== null) {
    const to = await personName(tx, assigneeId);
    const authorId = inTurn ? null : lead.authorId;
    await addEvent(tx, id, authorId, { kind: 'assigned', to, inTurn }, { at });
  }
  if (reached === 'showed') {
    const arrived = { kind: 'visit', step: 'arrived', result: null, detail: '' } as const;
    await addEvent(tx, id, lead.authorId, arrived, { at });
  } else if (reached === 'contacted') {
    const response = { kind: 'answered', how: 'call', outcome: 'reached', note: '' } as const;
    await addEvent(tx, id, lead.authorId, response, { at, clientId: randomUUID() });
  } else await parts.jobs.add(tx, 'leads.announce', { leadId: id, messageId: randomUUID() });
  const notification = await notifyReceived(
    tx,
    { ...lead, id, assigneeId, isAnswered },
    parts.absences,
  );
  return { id, notification };
}

/** How far such a lead has come when an employee adds it; null: not reached yet. */
function reachedBy(type: LeadType): 'contacted' | 'showed' | null {
  if (type === 'walk_in') return 'showed';
  return type === 'phone' ? 'contacted' : null;
}

async function assigneeOf(
  tx: LeadsDb,
  parts: ReceiveParts,
  routing: StoreRouting,
  lead: NewLead,
): Promise<number | null> {
  if (lead.assigneeId !== undefined) return lead.assigneeId;
  return routing.inTurn ? advanceRotation(tx, lead.store, parts) : null;
}

interface Insertion {
  lead: NewLead;
  routing: StoreRouting;
  assigneeId: number | null;
  at: Date;
  status: 'new' | 'contacted' | 'showed';
}

const insert = (tx: LeadsDb, { lead, routing, assigneeId, at, status }: Insertion) =>
  tx
    .insertInto('leads')
    .values({
      client_id: lead.clientId,
      store: lead.store,
      customer_id: lead.customerId,
      type: lead.type,
      source_id: lead.sourceId,
      external_id: lead.externalId,
      assignee_id: assigneeId,
      ...carColumns(lead.interests),
      trade: lead.trade && JSON.stringify(lead.trade),
      comments: lead.comments,
      received_at: at,
      last_at: at,
      due_at: dueAt(routing, at.getTime(), routing.limitMinutes),
      created_by: lead.authorId,
      status,
      ...(status !== 'new' && reachedAt(at)),
      ...(status === 'showed' && { showed_at: at }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();

const reachedAt = (at: Date) => ({
  attempted_at: at,
  attempt_seconds: 0,
  contacted_at: at,
  contact_seconds: 0,
  answered_at: at,
  answer_seconds: 0,
});
