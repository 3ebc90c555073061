import { randomUUID } from 'node:crypto';
import type { Store } from '../../../../platform/contract/access.ts';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { LeadType } from '../../contract/lead.ts';
import { dueAt } from '../clock/open-hours.ts';
import { lockRouting, type StoreRouting } from '../clock/routing.ts';
import type { Interest, LeadsDb, Trade } from '../tables.ts';
import { notifyReceived } from '../telling/notify.ts';
import { takeTurn } from '../turns/next.ts';
import { carColumns } from './cars.ts';
import { addEvent } from './events.ts';
import { personName, sourceName } from './names.ts';

export interface NewLead {
  store: Store;
  customerId: number;
  type: LeadType;
  sourceId: number | null;
  externalId: string | null;
  interests: Interest[];
  trade: Trade | null;
  comments: string;
  /** Null: it was handed in by its source. */
  authorId: number | null;
  clientId: string;
  /** Undefined: whoever’s turn it is. */
  assigneeId: number | null | undefined;
}

export interface Received {
  id: number;
  told: Unpublished;
}

/** A person was there, and talked to them. */
const answerOf = { walk_in: 'visit', phone: 'call' } as const;

/**
 * Takes a lead in: its clock starts, somebody gets it, and they are told. `jobs` brings it to the people
 * of sales after COMMIT.
 */
export async function receiveLead(
  tx: LeadsDb,
  jobs: Pick<Jobs, 'add'>,
  lead: NewLead,
): Promise<Received> {
  const desk = await lockRouting(tx, lead.store);
  const assigneeId = await assigneeOf(tx, desk, lead);
  const inTurn = lead.assigneeId === undefined;
  const at = new Date();
  const how = lead.authorId === null ? undefined : answerOf[lead.type as keyof typeof answerOf];
  const { id } = await insert(tx, { lead, desk, assigneeId, at, isAnswered: how !== undefined });
  const house = { leadId: id, authorId: lead.authorId, at };
  const source = await sourceName(tx, lead.sourceId);
  await addEvent(tx, house, { kind: 'received', source });
  if (assigneeId !== null) {
    const to = await personName(tx, assigneeId);
    await addEvent(tx, inTurn ? { ...house, authorId: null } : house, {
      ...{ kind: 'assigned', to, inTurn },
    });
  }
  if (how) {
    const said = { kind: 'answered', how, outcome: 'reached', note: '' } as const;
    await addEvent(tx, { ...house, clientId: randomUUID() }, said);
  } else await jobs.add(tx, 'leads.announce', { leadId: id, messageId: randomUUID() });
  const told = await notifyReceived(tx, { ...lead, id, assigneeId, isAnswered: how !== undefined });
  return { id, told };
}

async function assigneeOf(tx: LeadsDb, desk: StoreRouting, lead: NewLead): Promise<number | null> {
  if (lead.assigneeId !== undefined) return lead.assigneeId;
  return desk.inTurn ? takeTurn(tx, lead.store) : null;
}

interface Insertion {
  lead: NewLead;
  desk: StoreRouting;
  assigneeId: number | null;
  at: Date;
  isAnswered: boolean;
}

const insert = (tx: LeadsDb, { lead, desk, assigneeId, at, isAnswered }: Insertion) =>
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
      due_at: dueAt(desk, at.getTime(), desk.limitMinutes),
      created_by: lead.authorId,
      ...(isAnswered && { status: 'contacted', answered_at: at, answer_seconds: 0 }),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
