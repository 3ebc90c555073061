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
import type { LeadRow } from '../reading/rows.ts';
import { openSeconds } from '../routing/open-hours.ts';
import { readRouting } from '../routing/routing.ts';
import type { LeadsDb } from '../tables.ts';

type Body = ValidOf<typeof calls.answerLead>['body'];

/** Logs a response to a lead. */
export function answerLead(platform: Platform, writes: Limit): Handler<typeof calls.answerLead> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body }) => {
    await writes.consume(String(actor.userId));
    const done = await db.transaction().execute((tx) => answer(tx, actor, leadId, body));
    if (done) {
      publishChanged(platform, done.row);
      await publishNotifications(platform, done.notification);
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
  const stopped = await stopClock(tx, row, at);
  await tx
    .updateTable('leads')
    .set({
      ...stopped,
      ...(row.status === 'new' && { status: 'contacted' as const }),
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', leadId)
    .execute();
  await touchCustomer(tx, row.customer_id, row.store, at);
  return { row, notification: await withdrawAll(tx, leadId) };
}

/** The columns set by the first response; empty if there was one before. */
export async function stopClock(
  tx: LeadsDb,
  { store, received_at, answered_at }: Pick<LeadRow, 'store' | 'received_at' | 'answered_at'>,
  at: Date,
) {
  if (answered_at !== null) return {};
  const routing = (await readRouting(tx)).get(store);
  const seconds = routing ? openSeconds(routing, received_at.getTime(), at.getTime()) : 0;
  return { answered_at: at, answer_seconds: seconds };
}
