import { conflict } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { closeAppointment } from '../../../customers/server/public.ts';
import { publishNotifications, type Unpublished } from '../../../notifications/server/public.ts';
import type * as calls from '../../contract.ts';
import { addEvent } from '../events.ts';
import { notifyNoShow } from '../notify.ts';
import { publishChanged } from '../publish.ts';
import { getLead, isMissable, lockLead } from '../reading/find.ts';
import type { LeadRow } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { subjectOf } from '../writing/add.ts';
import { statusWithout } from './reached.ts';

/** Marks the appointment of a lead as missed, here and in the customer record. */
export function markNoShow(platform: Platform, writes: Limit): Handler<typeof calls.markNoShow> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body: { version }, ip }) => {
    await writes.consume(String(actor.userId));
    const { row, notification } = await db.transaction().execute(async (tx) => {
      const lead = await lockLead(tx, actor, leadId, version);
      if (lead.status !== 'appointment') throw conflict('This lead has no appointment.');
      if (!isMissable(lead))
        throw conflict('A no-show can be marked once the appointment time has passed.');
      if (lead.appointment_id !== null) {
        await closeAppointment(tx, actor, lead.appointment_id, 'no_show');
      }
      await recordActivity(tx, {
        actor,
        action: 'lead.no_show',
        subject: subjectOf(leadId),
        before: { appointmentAt: lead.appointment_at?.toISOString() ?? null },
        ip,
      });
      return { row: lead, notification: await applyNoShow(tx, actor, lead) };
    });
    publishChanged(platform, row);
    await publishNotifications(platform, notification);
    return getLead(db, actor, leadId);
  };
}

/** Notes the missed appointment; the lead goes back to where it was without it. Its row must be locked. */
export async function applyNoShow(
  tx: LeadsDb,
  { userId }: Pick<Actor, 'userId'>,
  row: LeadRow,
): Promise<Unpublished> {
  const at = new Date();
  await tx
    .updateTable('leads')
    .set({
      no_show_at: at,
      ...(row.status === 'appointment' && { status: statusWithout(row) }),
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', row.id)
    .execute();
  const appointmentAt = row.appointment_at?.toISOString() ?? null;
  const eventId = await addEvent(tx, row.id, userId, { kind: 'no_show', appointmentAt }, { at });
  return notifyNoShow(tx, { id: row.id, to: row.assignee_id, by: userId, eventId });
}
