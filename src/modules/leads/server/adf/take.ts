import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Jobs } from '../../../../platform/server/jobs/jobs.ts';
import { findOrCreateCustomer } from '../../../customers/server/public.ts';
import type { Unpublished } from '../../../notifications/server/public.ts';
import type { HandedIn } from '../../contract/adf.ts';
import { lockRouting } from '../clock/routing.ts';
import type { KnownSource } from '../sources/keys.ts';
import type { LeadsDb } from '../tables.ts';
import { carColumns, matchCars } from '../writing/cars.ts';
import { addEvent } from '../writing/events.ts';
import { receiveLead } from '../writing/receive.ts';
import type { Prospect } from './prospect.ts';
import { commentsMaxLength, cut } from './text.ts';

/** A message of a source, as it came. */
export interface Message {
  source: KnownSource;
  raw: string;
  bytes: number;
  ip: string;
}

interface Known {
  id: number;
  version: number;
  raw: string;
}

export interface Taken {
  leads: HandedIn[];
  told: Unpublished[];
}

/** Takes all prospects of a message in, or none; what has come before in the same words is left as it is. */
export async function takeProspects(
  tx: LeadsDb,
  jobs: Pick<Jobs, 'add'>,
  message: Message,
  prospects: readonly Prospect[],
): Promise<Taken> {
  // Two that hand in the same prospect at once: the second finds the first.
  await lockRouting(tx, message.source.store);
  const authorId = await findSystemUser(tx, message.source);
  const taken: Taken = { leads: [], told: [] };
  let withinId: number | null = null;
  for (const prospect of prospects) {
    const known = await findKnown(tx, message.source.id, prospect.externalId);
    if (known?.raw === message.raw) {
      taken.leads.push({ leadId: known.id, outcome: 'repeated' });
      continue;
    }
    const { id: leadId, told } = known
      ? await update(tx, message, prospect, known)
      : await create(tx, jobs, { message, prospect, authorId });
    const outcome = known ? 'updated' : 'created';
    const kept = await keep(tx, message, { outcome, leadId, withinId });
    withinId ??= kept;
    taken.leads.push({ leadId, outcome });
    if (told) taken.told.push(told);
  }
  return taken;
}

/** In whose name customers are added: the house’s own account; where it has none, who made the source. */
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
    select l.id, l.version, coalesce(d.raw, w.raw, '') as raw
    from leads l
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

async function create(tx: LeadsDb, jobs: Pick<Jobs, 'add'>, creation: Creation) {
  const { message, prospect, authorId } = creation;
  const { source, ip } = message;
  const { store } = source;
  const { caller, externalId, trade } = prospect;
  const customer = await findOrCreateCustomer(tx, { store, caller, authorId, ip });
  const unread = customer.unread.map((way) => `Given as: ${way}`);
  const comments = [prospect.comments, ...unread].filter((line) => line !== '').join('\n');
  return receiveLead(tx, jobs, {
    ...{ store, externalId, trade, type: source.type, sourceId: source.id },
    customerId: customer.id,
    interests: await matchCars(tx, prospect.interests, { store, stores: [store] }),
    comments: cut(comments, commentsMaxLength),
    ...{ authorId: null, clientId: randomUUID(), assigneeId: undefined },
  });
}

/** Sent again, or sent otherwise: what they want is what they say now. */
async function update(tx: LeadsDb, { source }: Message, prospect: Prospect, known: Known) {
  const { store } = source;
  const interests = await matchCars(tx, prospect.interests, { store, stores: [store] });
  await tx
    .updateTable('leads')
    .set({
      ...carColumns(interests),
      trade: prospect.trade && JSON.stringify(prospect.trade),
      comments: prospect.comments,
      ...{ version: sql<number>`version + 1`, last_at: new Date() },
    })
    .where('id', '=', known.id)
    .execute();
  await addEvent(tx, { leadId: known.id, authorId: null }, { kind: 'resent' });
  return { id: known.id, told: null };
}

interface Kept {
  outcome: 'created' | 'updated';
  leadId: number;
  /** The delivery of the same message that has its words. */
  withinId: number | null;
}

async function keep(
  tx: LeadsDb,
  { source, raw, bytes }: Message,
  { outcome, leadId, withinId }: Kept,
): Promise<number> {
  const { id } = await tx
    .insertInto('lead_deliveries')
    .values({
      ...{ source_id: source.id, outcome, lead_id: leadId, bytes },
      ...{ raw: withinId === null ? raw : null, within_id: withinId },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Keeps what was refused and why, for whoever asks the source about it. */
export async function keepRefused(
  db: LeadsDb,
  { source, raw, bytes }: Message,
  problem: string,
): Promise<void> {
  await db
    .insertInto('lead_deliveries')
    .values({
      ...{ source_id: source.id, outcome: 'refused' as const, lead_id: null, within_id: null },
      ...{ problem: cut(problem, 500), bytes, raw },
    })
    .execute();
}
