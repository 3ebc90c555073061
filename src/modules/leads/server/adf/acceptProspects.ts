import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { findOrCreateCustomer } from '../../../customers/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { SubmittedLead } from '../../contract/adf.ts';
import { addEvent } from '../events.ts';
import type { ChangedLead } from '../publish.ts';
import { lockRouting } from '../routing/routing.ts';
import type { KnownSource } from '../sources/keys.ts';
import type { LeadsDb } from '../tables.ts';
import { carColumns, matchCars } from '../writing/cars.ts';
import { type ReceiveParts, receiveLead } from '../writing/receive.ts';
import { type Message, recordDelivery } from './deliveries.ts';
import type { Prospect } from './prospect.ts';
import { commentsMaxLength, cut } from './text.ts';

interface Known {
  id: number;
  customerId: number;
  raw: string;
}

export interface Accepted {
  leads: SubmittedLead[];
  /** Those of them that were not repeated. */
  changed: ChangedLead[];
  notifications: Unpublished[];
}

/** Accepts all prospects of a message or none; an exact repeat changes nothing. */
export async function acceptProspects(
  tx: LeadsDb,
  parts: ReceiveParts,
  message: Message,
  prospects: readonly Prospect[],
): Promise<Accepted> {
  // Serializes concurrent submissions of the same prospect.
  await lockRouting(tx, message.source.store);
  const authorId = await findSystemUser(tx, message.source);
  const accepted: Accepted = { leads: [], changed: [], notifications: [] };
  let withinId: number | null = null;
  for (const prospect of prospects) {
    const known = await findKnown(tx, message.source.id, prospect.externalId);
    if (known?.raw === message.raw) {
      accepted.leads.push({ leadId: known.id, outcome: 'repeated' });
      continue;
    }
    const {
      id: leadId,
      customerId,
      notification,
    } = known
      ? await update(tx, message, prospect, known)
      : await create(tx, parts, { message, prospect, authorId });
    const outcome = known ? 'updated' : 'created';
    const deliveryId = await recordDelivery(tx, message, { outcome, leadId, withinId });
    withinId ??= deliveryId;
    accepted.leads.push({ leadId, outcome });
    accepted.changed.push({ id: leadId, store: message.source.store, customer_id: customerId });
    if (notification) accepted.notifications.push(notification);
  }
  return accepted;
}

/** The author of new customers: the system user, or else the creator of the source. */
async function findSystemUser(tx: LeadsDb, { createdBy }: KnownSource): Promise<number> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('protection', '=', 'system_bot')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row?.id ?? createdBy;
}

async function findKnown(tx: LeadsDb, sourceId: number, externalId: string) {
  const { rows } = await sql<Known>`
    select l.id, c.root_id as "customerId", coalesce(d.raw, w.raw, '') as raw
    from leads l join customers c on c.id = l.customer_id
    left join lateral (select * from lead_deliveries where lead_id = l.id
      order by id desc limit 1) d on true
    left join lead_deliveries w on w.id = d.within_id
    where l.source_id = ${sourceId} and l.external_id = ${externalId}`.execute(tx);
  return rows[0];
}

interface Creation {
  message: Message;
  prospect: Prospect;
  authorId: number;
}

async function create(tx: LeadsDb, parts: ReceiveParts, creation: Creation) {
  const { message, prospect, authorId } = creation;
  const { source, ip } = message;
  const { store } = source;
  const { caller, externalId, trade } = prospect;
  const customer = await findOrCreateCustomer(tx, { store, caller, authorId, ip });
  const unread = customer.unread.map((way) => `Contact info not recognized: ${way}`);
  const comments = [prospect.comments, ...unread].filter((line) => line !== '').join('\n');
  const received = await receiveLead(tx, parts, {
    store,
    customerId: customer.id,
    type: source.type,
    sourceId: source.id,
    externalId,
    interests: await matchCars(tx, prospect.interests, { store, stores: [store] }),
    trade,
    comments: cut(comments, commentsMaxLength),
    authorId: null,
    clientId: randomUUID(),
    assigneeId: undefined,
  });
  return { ...received, customerId: customer.id };
}

/** A changed message replaces vehicles, trade-in and comments. */
async function update(tx: LeadsDb, { source }: Message, prospect: Prospect, known: Known) {
  const { store } = source;
  const interests = await matchCars(tx, prospect.interests, { store, stores: [store] });
  await tx
    .updateTable('leads')
    .set({
      ...carColumns(interests),
      trade: prospect.trade && JSON.stringify(prospect.trade),
      comments: prospect.comments,
      version: sql<number>`version + 1`,
      last_at: new Date(),
    })
    .where('id', '=', known.id)
    .execute();
  await addEvent(tx, known.id, null, { kind: 'resent' });
  return { id: known.id, customerId: known.customerId, notification: null };
}
