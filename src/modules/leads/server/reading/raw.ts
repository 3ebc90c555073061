import { sql } from 'kysely';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import { forbidden, notFound } from '../../../../platform/server/http/errors.ts';
import { isManager } from '../policy.ts';
import type { LeadsDb } from '../tables.ts';
import { getRow } from './find.ts';

/** The latest message of a lead. Throws 404 if it was added by hand, 403 for non-managers. */
export async function getRaw(db: LeadsDb, actor: Actor, leadId: number) {
  const { id } = await getRow(db, actor, leadId);
  if (!isManager(actor)) throw forbidden('Only a manager of the store can see the message.');
  const { rows } = await sql<{ text: string }>`
    select coalesce(d.raw, w.raw) as text
    from lead_deliveries d left join lead_deliveries w on w.id = d.within_id
    where d.lead_id = ${id} order by d.id desc limit 1`.execute(db);
  if (!rows[0]) throw notFound('This lead has no original message.');
  if (!rows[0].text) throw notFound('This message is no longer stored.');
  return rows[0];
}
