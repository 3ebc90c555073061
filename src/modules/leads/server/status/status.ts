import type { ValidOf } from '../../../../platform/contract/endpoint.ts';
import { conflict, invalid } from '../../../../platform/server/errors.ts';
import type { Actor } from '../../../../platform/server/http/actor.ts';
import type { Handler } from '../../../../platform/server/http/routes.ts';
import type { Limit } from '../../../../platform/server/limits/limits.ts';
import type { Platform } from '../../../../platform/server/platform.ts';
import { recordActivity } from '../../../activity/server/public.ts';
import { bookAppointment, touchCustomer } from '../../../customers/server/public.ts';
import { publishNotifications } from '../../../notifications/server/public.ts';
import { isOpen, lostReasonNames, nextStatuses, statusNames } from '../../contract/status.ts';
import type * as calls from '../../contract.ts';
import { assertThere, type LeadAbsences } from '../absences.ts';
import { addEvent } from '../events.ts';
import { withdrawAll } from '../notify.ts';
import { publishChanged } from '../publish.ts';
import { getLead, lockLead } from '../reading/find.ts';
import { type LeadRow, milestonesOf } from '../reading/rows.ts';
import type { LeadsDb } from '../tables.ts';
import { subjectOf } from '../writing/add.ts';
import { assertAhead } from './appointment.ts';
import { columnsOf, endAppointment } from './reached.ts';

type Body = ValidOf<typeof calls.setStatus>['body'];

interface StatusCommand {
  leadId: number;
  body: Body;
  ip: string;
  absences: LeadAbsences;
}

/** Changes the status of a lead. */
export function setStatus(
  platform: Platform,
  absences: LeadAbsences,
  writes: Limit,
): Handler<typeof calls.setStatus> {
  const db: LeadsDb = platform.db;
  return async ({ actor, params: { leadId }, body, ip }) => {
    await writes.consume(String(actor.userId));
    const { row, notification } = await db
      .transaction()
      .execute((tx) => changeStatus(tx, actor, { leadId, body, ip, absences }));
    publishChanged(platform, row);
    if (notification) await publishNotifications(platform, notification);
    return getLead(db, actor, leadId);
  };
}

/** In the transaction; the lead is locked there. */
export async function changeStatus(
  tx: LeadsDb,
  actor: Actor,
  { leadId, body, ip, absences }: StatusCommand,
) {
  const row = await lockLead(tx, actor, leadId, body.version);
  const { status } = body;
  assertCanChange(row, body);
  const at = new Date();
  const reached = await columnsOf(tx, row, status, at);
  if (body.status === 'appointment' && body.appointmentAt) {
    const startsAt = new Date(body.appointmentAt);
    await assertThere(tx, absences, row.assignee_id ?? actor.userId, startsAt);
  }
  const appointment = await syncAppointment(tx, actor, row, body, ip);
  await tx
    .updateTable('leads')
    .set({
      ...reached,
      ...appointment,
      status,
      ...(status === 'sold' && { is_remote: body.isRemote ?? false }),
      lost_reason: body.lostReason ?? null,
      version: row.version + 1,
      last_at: at,
    })
    .where('id', '=', leadId)
    .execute();
  const reason = reasonOf(body);
  const event = { kind: 'status', from: row.status, to: status, reason } as const;
  await addEvent(tx, leadId, actor.userId, event, { at });
  await touchCustomer(tx, row.customer_id, row.store, at);
  await recordActivity(tx, {
    actor,
    action: 'lead.status_changed',
    subject: subjectOf(leadId),
    before: { status: row.status },
    after: { status, lostReason: body.lostReason ?? null, isRemote: body.isRemote ?? false },
    ip,
  });
  const isStopped = row.answered_at !== null || 'answered_at' in reached || !isOpen(status);
  // While the clock runs, what it is about stays in the notifications.
  return { row, notification: isStopped ? await withdrawAll(tx, leadId) : null };
}

function assertCanChange(row: LeadRow, { status: to, ...details }: Body) {
  const { lostReason, appointmentAt, isRemote } = details;
  const { status: from } = row;
  if (!nextStatuses({ status: from, ...milestonesOf(row) }).includes(to)) {
    const was = statusNames[from].toLowerCase();
    const is = statusNames[to].toLowerCase();
    throw conflict(`This lead is ${was}. It can’t be changed to ${is}.`);
  }
  if (to === 'lost' && !lostReason) {
    throw invalid('Choose why the lead was lost.', { lostReason: 'Choose a reason' });
  }
  if (to !== 'lost' && lostReason) {
    throw invalid('Only a lost lead can have a lost reason.', {
      lostReason: 'Only for lost leads',
    });
  }
  if (to !== 'sold' && isRemote) {
    throw invalid('Only a sale can be remote.', { isRemote: 'Only for sold leads' });
  }
  if (to !== 'appointment' && appointmentAt) {
    throw invalid('Only an appointment can have a time.', {
      appointmentAt: 'Only for appointments',
    });
  }
  if (to !== 'appointment') return;
  if (!appointmentAt) {
    throw invalid('Choose a time for the appointment.', { appointmentAt: 'Choose a time' });
  }
  assertAhead(appointmentAt);
}

/** Keeps the appointment in the customer record in sync, for the assignee of the lead. */
async function syncAppointment(tx: LeadsDb, actor: Actor, row: LeadRow, body: Body, ip: string) {
  const { status, appointmentAt } = body;
  await endAppointment(tx, actor, row, status);
  if (status !== 'appointment' || !appointmentAt) return {};
  const startsAt = new Date(appointmentAt);
  const id = await bookAppointment(tx, actor, {
    customerId: row.customer_id,
    store: row.store,
    startsAt,
    assigneeId: row.assignee_id ?? actor.userId,
    note: row.interest,
    ip,
  });
  return { appointment_at: startsAt, appointment_id: id };
}

function reasonOf({ lostReason, note }: Body): string | null {
  const parts = [lostReason && lostReasonNames[lostReason], note].filter((part) => part);
  return parts.length > 0 ? parts.join(': ') : null;
}
