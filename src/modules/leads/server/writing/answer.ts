import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { touchCustomer } from '../../../customers/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { withdrawAll } from '../notify.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import type { LeadsDb } from '../tables.ts';
import { respondedColumns } from './response.ts';

type Body = ValidOf<typeof calls.answerLead>['body'];

/** Logs an attempt to reach the customer, or a contact. */
export function answerLead(platform: Platform, writes: Limit): Handler<typeof calls.answerLead> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body }) => {
    await writes.consume(String(actor.userId));
    const done = await db.transaction().execute((tx) => answer(tx, actor, leadId, body));
    if (done) {
      publishChanged(platform, done.row);
      if (done.notification) await publishNotifications(platform, done.notification);
    }
    return getLead(db, actor, leadId);
  };
}

/** Null if it was already logged. */
async function answer(tx: LeadsDb, actor: Actor, leadId: number, body: Body) {
  const { clientId, ...response } = body;
  const row = await lockLead(tx, actor, leadId);
  const known = await tx
    .selectFrom('lead_events')
    .select('lead_id')
    .where('author_id', '=', actor.userId)
    .where('client_id', '=', clientId)
    .executeTakeFirst();
  if (known && known.lead_id !== leadId) throw conflict('Another response has this id.');
  if (known) return null;
  const at = new Date();
  await addEvent(tx, leadId, actor.userId, { kind: 'answered', ...response }, { at, clientId });
  const isContact = response.outcome === 'reached';
  const times = await respondedColumns(tx, row, isContact ? 'contact' : 'attempt', at);
  const status = isContact ? 'contacted' : 'attempted';
  const isAhead = row.status === 'new' || (row.status === 'attempted' && isContact);
  await tx
    .updateTable('leads')
    .set({
      ...times,
      ...(isAhead && { status }),
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', leadId)
    .execute();
  await touchCustomer(tx, row.customer_id, row.store, at);
  const isStopped = row.answered_at !== null || 'answered_at' in times;
  // While the clock runs, what it is about stays in the notifications.
  return { row, notification: isStopped ? await withdrawAll(tx, leadId) : null };
}
