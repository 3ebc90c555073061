import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { bookAppointment, rebookAppointment } from '../../../customers/server/public.ts';
import type * as calls from '../../contract.ts';
import { assertThere, type LeadAbsences } from '../absences.ts';
import { addEvent } from '../events.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import type { LeadsDb } from '../tables.ts';
import { subjectOf } from '../writing/add.ts';

const aheadMs = 366 * 86_400_000;

export function assertAhead(appointmentAt: string): void {
  const at = Date.parse(appointmentAt);
  if (at > Date.now() && at < Date.now() + aheadMs) return;
  throw invalid('The appointment must be within the next year.', {
    appointmentAt: 'Must be within the next year',
  });
}

interface MoveCommand {
  leadId: number;
  body: ValidOf<typeof calls.moveAppointment>['body'];
  ip: string;
  absences: LeadAbsences;
}

/** Reschedules the appointment of a lead. */
export function moveAppointment(
  platform: Platform,
  absences: LeadAbsences,
  writes: Limit,
): Handler<typeof calls.moveAppointment> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const row = await db
      .transaction()
      .execute((tx) => move(tx, actor, { leadId, body, ip, absences }));
    publishChanged(platform, row);
    return getLead(db, actor, leadId);
  };
}

/** In the transaction; the lead is locked there. */
export async function move(tx: LeadsDb, actor: Actor, { leadId, body, ip, absences }: MoveCommand) {
  const row = await lockLead(tx, actor, leadId, body.version);
  if (row.status !== 'appointment') throw conflict('This lead has no appointment.');
  assertAhead(body.appointmentAt);
  const startsAt = new Date(body.appointmentAt);
  const { customer_id: customerId, store, appointment_id: id } = row;
  await assertThere(tx, absences, row.assignee_id ?? actor.userId, startsAt);
  const moved =
    id !== null && (await rebookAppointment(tx, actor, { id, customerId, startsAt, ip }));
  // If the appointment was removed from the customer record, book a new one.
  const appointment_id = moved
    ? id
    : await bookAppointment(tx, actor, {
        customerId,
        store,
        startsAt,
        assigneeId: row.assignee_id ?? actor.userId,
        note: row.interest,
        ip,
      });
  const at = new Date();
  await tx
    .updateTable('leads')
    .set({ appointment_at: startsAt, appointment_id, version: row.version + 1, last_at: at })
    .where('id', '=', leadId)
    .execute();
  const { status } = row;
  const event = { kind: 'status', from: status, to: status, reason: body.note ?? null } as const;
  await addEvent(tx, leadId, actor.userId, event, { at });
  await recordActivity(tx, {
    actor,
    action: 'lead.appointment_moved',
    subject: subjectOf(leadId),
    before: { appointmentAt: row.appointment_at?.toISOString() ?? null },
    after: { appointmentAt: startsAt.toISOString() },
    ip,
  });
  return row;
}
