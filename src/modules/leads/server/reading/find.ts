import { sql } from 'kysely';
import { forbidden, notFound } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { lockVisible } from '../../../../platform/server/records/stores.ts';
import { assertVersion } from '../../../../platform/server/records/versions.ts';
import type { LeadPage } from '../../contract/lead.ts';
import { listEvents } from '../events.ts';
import { canAssign, canEdit, canReadOriginal, statusChangesFor, storesOf } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { type LeadRow, selectLeads, toLeads, visibleTo } from './rows.ts';

/** Throws 404 if the actor may not see the lead. */
async function getRow(db: LeadsDb, actor: Actor, id: number): Promise<LeadRow> {
  const { rows } = await sql<LeadRow>`${selectLeads}
    where l.id = ${id} and ${visibleTo(actor)}`.execute(db);
  if (!rows[0]) throw notFound();
  return rows[0];
}

/**
 * Locks the lead for this transaction; throws 404, or 409 if `version` is given and outdated.
 */
export async function lockLead(
  tx: LeadsDb,
  actor: Actor,
  id: number,
  version?: number,
): Promise<LeadRow> {
  await lockVisible(tx, { table: 'leads', id, stores: storesOf(actor) });
  const row = await getRow(tx, actor, id);
  assertVersion(row, version, 'this lead', 'load');
  return row;
}

interface ContactInfo {
  phones: string[];
  emails: string[];
  doNotContact: boolean;
}

/** The lead with all its details. Throws 404 if the actor may not see it. */
export async function getLead(db: LeadsDb, actor: Actor, id: number): Promise<LeadPage> {
  const row = await getRow(db, actor, id);
  const [lead] = await toLeads(db, [row]);
  if (!lead) throw notFound();
  return {
    ...lead,
    ...(await findContactInfo(db, row.customer_id)),
    interests: row.interests,
    trade: row.trade,
    comments: row.comments,
    events: await listEvents(db, id),
    may: {
      edit: canEdit(actor, row.status),
      assign: canAssign(actor) && row.is_open,
      become: statusChangesFor(actor, row.status),
      seeRaw: canReadOriginal(actor) && (await hasRaw(db, id)),
    },
  };
}

/** Preferred first; numbers as E.164, with an extension as `;ext=7`. */
async function findContactInfo(db: LeadsDb, customerId: number): Promise<ContactInfo> {
  const { rows } = await sql<ContactInfo>`
    select c.do_not_contact as "doNotContact",
      array(select p.e164 || case when p.extension = '' then '' else ';ext=' || p.extension end
        from customer_phones p where p.customer_id = c.id and not c.do_not_contact
        order by p.is_preferred desc, p.place) as phones,
      array(select e.address from customer_emails e
        where e.customer_id = c.id and not c.do_not_contact
        order by e.is_preferred desc, e.place) as emails
    from customers c where c.id = ${customerId}`.execute(db);
  return rows[0] ?? { phones: [], emails: [], doNotContact: true };
}

async function hasRaw(db: LeadsDb, id: number): Promise<boolean> {
  const row = await db
    .selectFrom('lead_deliveries')
    .select('id')
    .where('lead_id', '=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** The latest message of a lead. Throws 404 if it was added by hand, 403 for non-managers. */
export async function getRaw(db: LeadsDb, actor: Actor, leadId: number) {
  const { id } = await getRow(db, actor, leadId);
  if (!canReadOriginal(actor)) throw forbidden('Only a manager of the store can see the message.');
  const { rows } = await sql<{ text: string }>`
    select coalesce(d.raw, w.raw) as text
    from lead_deliveries d left join lead_deliveries w on w.id = d.within_id
    where d.lead_id = ${id} order by d.id desc limit 1`.execute(db);
  if (!rows[0]) throw notFound('This lead has no original message.');
  if (!rows[0].text) throw notFound('This message is no longer stored.');
  return rows[0];
}
