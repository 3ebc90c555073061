import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, forbidden } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { notifyAssigned } from '../notify.ts';
import type { LeadParts } from '../parts.ts';
import { canAssign } from '../policy.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import type { LeadRow } from '../reading/rows.ts';
import { assertMaySell, assertWorksOnLeads, personName } from '../routing/staff.ts';
import type { LeadsDb } from '../tables.ts';
import { subjectOf } from './add.ts';

type Body = ValidOf<typeof calls.assignLead>['body'];

interface AssignCommand {
  leadId: number;
  body: Body;
  ip: string;
}

/** Claims a lead, or assigns it. */
export function assignLead(
  platform: Platform,
  parts: LeadParts,
  writes: Limit,
): Handler<typeof calls.assignLead> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const done = await db
      .transaction()
      .execute((tx) => assign(tx, actor, parts, { leadId, body, ip }));
    if (done) {
      publishChanged(platform, done.row);
      await publishNotifications(platform, ...done.notifications);
    }
    return getLead(db, actor, leadId);
  };
}

/** Null if the assignee does not change. */
async function assign(
  tx: LeadsDb,
  actor: Actor,
  parts: LeadParts,
  { leadId, body, ip }: AssignCommand,
) {
  const row = await lockLead(tx, actor, leadId, body.version);
  const { assigneeId } = body;
  assertCanAssign(actor, row, assigneeId);
  if (assigneeId === row.assignee_id) return null;
  if (assigneeId !== null) {
    await assertWorksOnLeads(tx, assigneeId, row.store);
    await assertMaySell(tx, parts, assigneeId, row.store);
  }
  await tx
    .updateTable('leads')
    .set({ assignee_id: assigneeId, version: row.version + 1, last_at: new Date() })
    .where('id', '=', leadId)
    .execute();
  const to = await personName(tx, assigneeId);
  const by = actor.userId;
  const eventId = await addEvent(tx, leadId, by, { kind: 'assigned', to, inTurn: false });
  await recordActivity(tx, {
    actor,
    action: 'lead.assigned',
    subject: subjectOf(leadId),
    before: { assigneeId: row.assignee_id },
    after: { assigneeId },
    ip,
  });
  const change = { id: leadId, to: assigneeId, by, eventId };
  return { row, notifications: await notifyAssigned(tx, change) };
}

function assertCanAssign(actor: Actor, row: LeadRow, assigneeId: number | null): void {
  if (!row.is_open) {
    const state = statusNames[row.status].toLowerCase();
    throw conflict(`This lead is ${state}. Reopen it first.`);
  }
  const claims = row.assignee_id === null && assigneeId === actor.userId;
  const isUnchanged = row.assignee_id === actor.userId && assigneeId === actor.userId;
  if (!claims && !isUnchanged && !canAssign(actor)) {
    throw forbidden('Only a manager can assign a lead to someone else.');
  }
}
